"""A network Discord for tests: REST and gateway on loopback sockets, in front of which `python -m bot run` itself runs,
with discord.py's own HTTP client and websocket. Its state is simcord's backend and outlives the bot's processes.
Nothing is imported here, because the bot's process (launch.py) comes through here too.

    async with NetworkDiscord(seed=1) as network:                # server.py: a port of its own
        guild = network.realm.guild("Club", locale="fr")         # realm.py: what there is (the only touch of simcord)
        channel = network.realm.channel(guild, "duels")
        async with BotProcess(network, tmp_path) as bot:         # process.py: start, stop, kill, restart, logs, run
            alice, bob = (Player(network, guild, name) for name in ("Alice", "Bob"))
            game = await duel(alice, bob, channel)               # players.py: challenge, accept, play to the end
            await bot.restart(is_killed=True)                    # SIGKILL, and the same database again
            assert network.ledger.missing(bot.database) == []    # replies.py: what was acknowledged is stored
            assert await bot.edge.run("check") == (0, "1 game checked, all as recorded\n")

Members (members.py) send slash commands, presses, typing and dialogues; each awaits a `Reply` (its times, and what was
shown). `Player.turn(game, channel)` plays one turn, `play` to the end, `is_typing=True` by `/play`, `choose=recklessly`
ends games soon, `pause` sets a pace; a `Mate` (teams.py) plays The Game with others. A `Crowd` (crowds.py) is many
pairs and teams at once. Everything runs on one loop; waiting costs nothing (`network.until`).
`NetworkDiscord(speed=60)` with `BotProcess(speed=60)` makes minutes pass in seconds.
Faults (faults.py) are rules: `network.faults.add(Rule(Kind.UNAVAILABLE, 0.1, "PATCH", "/channels/*"), *storm(0.2))`,
`.clear()`, `.struck` counts them, `times` bounds one. The gateway also fails at will: `network.gateway.drop()`,
`.reconnect()`, `.invalidate()`, and counts `identified` and `resumed`.
The meter (meter.py) enforces Discord's limits with the right headers and keeps the account: `network.meter.requests` by
kind, `.invalid` (401, 403, 429 served), `.violations`, `.peak` a second. `network.realm.gaps` must stay empty.
"""
