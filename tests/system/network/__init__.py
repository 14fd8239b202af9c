"""A network Discord for tests: REST and gateway on loopback sockets, to which `python -m bot run` itself connects with
discord.py's own HTTP client and websocket. Its state is simcord's backend and outlives the bot's processes.
Nothing may be imported here, because the bot's process (launch.py) imports this package too.

    async with NetworkDiscord(seed=1) as network:                # server.py: a port of its own
        guild = network.state.guild("Club", locale="fr")         # discord_state.py: the only user of simcord
        channel = network.state.channel(guild, "duels")
        async with BotProcess(network, tmp_path) as bot:         # process.py: start, stop, kill, logs, run
            alice, bob = (Player(network, guild, name) for name in ("Alice", "Bob"))
            game = await duel(alice, bob, channel)               # players.py: challenge, accept, play to the end
            assert network.ledger.missing(bot.database) == []    # replies.py: acknowledged moves are stored
            assert await bot.run("check") == (0, "1 game checked, all as recorded\n")

Members (members.py) send slash commands, presses and autocompletes; each awaits a `Reply` (its times, and the message
shown). `Player.play` plays a game to its end, `is_typing=True` by `/play`, `choose=recklessly` makes games short,
`pause` sets a pace; a `Mate` (teams.py) plays The Game with others. A `Crowd` (crowds.py) is many pairs and teams at
once. Everything runs on one event loop; `network.until` waits without polling.
`NetworkDiscord(speed=60)` with `BotProcess(speed=60)` makes minutes pass in seconds.
Faults (faults.py) are injected by rules: `network.faults.add(Rule(Kind.UNAVAILABLE, 0.1, "PATCH", "/channels/*"))`,
`*mixed_faults(0.2)`, `.clear()`; `.injected` counts them, `times` bounds a rule. The gateway also fails on demand:
`network.gateway.drop()`, `.reconnect()`, `.invalidate()`, and counts `identified` and `resumed`.
The meter (meter.py) enforces Discord's limits with the right headers and counts requests: `network.meter.requests` by
kind, `.invalid` (401, 403, 429 served), `.violations`, `.peak` a second. `network.state.gaps` must stay empty.
"""
