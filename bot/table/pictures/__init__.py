"""Pictures of games: a view and texts in, a sketch with its alt text out. No state and no Discord may enter.

`registry.drawer_for(key)` returns a game's drawer, its methods return sketches, and a `PictureCache` draws those.
"""
