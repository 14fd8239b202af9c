"""Fonts for the page, which come with the simulator: the page looks the same on every machine."""

from importlib import resources

_FONTS = {
    "sans": "noto-sans-latin-v2.015.ttf",
    "italic": "noto-sans-latin-italic-v2.015.ttf",
    "mono": "noto-sans-mono-v2.014.ttf",
    "emoji": "noto-color-emoji-v2.051.ttf",
}


def font(name: str) -> bytes | None:
    if name not in _FONTS:
        return None
    return resources.files("simcord").joinpath("preview", "static", "fonts", _FONTS[name]).read_bytes()
