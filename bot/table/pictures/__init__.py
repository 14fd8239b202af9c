"""What a game looks like: a view and words in, a picture and its description out. No state enters, and no Discord.

`registry.drawer_for(key)` gives a game's drawer, its methods give sketches, and a `studio.PictureCache` draws those.
"""
