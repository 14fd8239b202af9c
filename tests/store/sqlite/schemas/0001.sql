BEGIN TRANSACTION;
CREATE TABLE actions (
    id INTEGER PRIMARY KEY,
    game_id INTEGER NOT NULL REFERENCES games (id),
    revision INTEGER NOT NULL,
    seat INTEGER,
    verb TEXT NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    key TEXT NOT NULL UNIQUE,
    UNIQUE (game_id, revision)
) STRICT;
INSERT INTO "actions" VALUES(1,1,1,1,'play','59vA',1767225600000,'key 3:0');
INSERT INTO "actions" VALUES(2,1,2,1,'play','55vA',1767225600000,'key 3:1');
INSERT INTO "actions" VALUES(3,1,3,1,'play','end',1767225600000,'key 3:2');
INSERT INTO "actions" VALUES(4,1,4,0,'play','56vE',1767225600000,'key 4:0');
INSERT INTO "actions" VALUES(5,1,5,0,'play','04^A',1767225600000,'key 4:1');
INSERT INTO "actions" VALUES(6,1,6,0,'play','end',1767225600000,'key 4:2');
INSERT INTO "actions" VALUES(7,1,7,1,'play','06^A',1767225600000,'key 5:0');
INSERT INTO "actions" VALUES(8,1,8,1,'play','11^A',1767225600000,'key 5:1');
INSERT INTO "actions" VALUES(9,1,9,1,'play','end',1767225600000,'key 5:2');
INSERT INTO "actions" VALUES(10,1,10,0,'play','58vA',1767225600000,'key 6:0');
INSERT INTO "actions" VALUES(11,1,11,0,'play','11^A',1767225600000,'key 6:1');
INSERT INTO "actions" VALUES(12,1,12,0,'play','end',1767225600000,'key 6:2');
INSERT INTO "actions" VALUES(13,1,13,1,'play','16^A',1767225600000,'key 7:0');
INSERT INTO "actions" VALUES(14,1,14,1,'play','03^E',1767225600000,'key 7:1');
INSERT INTO "actions" VALUES(15,1,15,1,'play','end',1767225600000,'key 7:2');
INSERT INTO "actions" VALUES(16,1,16,0,'play','05^A',1767225600000,'key 8:0');
INSERT INTO "actions" VALUES(17,1,17,0,'play','14^E',1767225600000,'key 8:1');
INSERT INTO "actions" VALUES(18,1,18,0,'play','end',1767225600000,'key 8:2');
INSERT INTO "actions" VALUES(19,1,19,1,'play','48vA',1767225600000,'key 9:0');
INSERT INTO "actions" VALUES(20,1,20,1,'play','40vA',1767225600000,'key 9:1');
INSERT INTO "actions" VALUES(21,1,21,1,'play','end',1767225600000,'key 9:2');
INSERT INTO "actions" VALUES(22,1,22,0,'play','41vE',1767225600000,'key 10:0');
INSERT INTO "actions" VALUES(23,1,23,0,'play','09^A',1767225600000,'key 10:1');
INSERT INTO "actions" VALUES(24,1,24,0,'play','end',1767225600000,'key 10:2');
INSERT INTO "actions" VALUES(25,1,25,1,'play','39vA',1767225600000,'key 11:0');
INSERT INTO "actions" VALUES(26,1,26,1,'play','37vA',1767225600000,'key 11:1');
INSERT INTO "actions" VALUES(27,1,27,1,'play','end',1767225600000,'key 11:2');
INSERT INTO "actions" VALUES(28,1,28,0,'play','13^E',1767225600000,'key 12:0');
INSERT INTO "actions" VALUES(29,1,29,0,'play','20^A',1767225600000,'key 12:1');
INSERT INTO "actions" VALUES(30,1,30,0,'play','end',1767225600000,'key 12:2');
INSERT INTO "actions" VALUES(31,1,31,1,'play','33vA',1767225600000,'key 13:0');
INSERT INTO "actions" VALUES(32,1,32,1,'play','27vA',1767225600000,'key 13:1');
INSERT INTO "actions" VALUES(33,1,33,1,'play','end',1767225600000,'key 13:2');
INSERT INTO "actions" VALUES(34,1,34,0,'play','24^A',1767225600000,'key 14:0');
INSERT INTO "actions" VALUES(35,1,35,0,'play','07^E',1767225600000,'key 14:1');
INSERT INTO "actions" VALUES(36,1,36,0,'play','end',1767225600000,'key 14:2');
INSERT INTO "actions" VALUES(37,1,37,1,'play','25vA',1767225600000,'key 15:0');
INSERT INTO "actions" VALUES(38,1,38,1,'play','24vA',1767225600000,'key 15:1');
INSERT INTO "actions" VALUES(39,1,39,1,'play','end',1767225600000,'key 15:2');
INSERT INTO "actions" VALUES(40,1,40,0,'play','49vA',1767225600000,'key 16:0');
INSERT INTO "actions" VALUES(41,1,41,0,'play','43vA',1767225600000,'key 16:1');
INSERT INTO "actions" VALUES(42,1,42,0,'play','end',1767225600000,'key 16:2');
INSERT INTO "actions" VALUES(43,1,43,1,'play','45vE',1767225600000,'key 17:0');
INSERT INTO "actions" VALUES(44,1,44,1,'play','20vA',1767225600000,'key 17:1');
INSERT INTO "actions" VALUES(45,1,45,1,'play','end',1767225600000,'key 17:2');
INSERT INTO "actions" VALUES(46,1,46,0,'play','28^A',1767225600000,'key 18:0');
INSERT INTO "actions" VALUES(47,1,47,0,'play','34^A',1767225600000,'key 18:1');
INSERT INTO "actions" VALUES(48,1,48,0,'play','end',1767225600000,'key 18:2');
INSERT INTO "actions" VALUES(49,1,49,1,'play','31^E',1767225600000,'key 19:0');
INSERT INTO "actions" VALUES(50,1,50,1,'play','15vA',1767225600000,'key 19:1');
INSERT INTO "actions" VALUES(51,1,51,1,'play','end',1767225600000,'key 19:2');
INSERT INTO "actions" VALUES(52,1,52,0,'play','44vA',1767225600000,'key 20:0');
INSERT INTO "actions" VALUES(53,1,53,0,'play','54vA',1767225600000,'key 20:1');
INSERT INTO "actions" VALUES(54,1,54,0,'play','end',1767225600000,'key 20:2');
INSERT INTO "actions" VALUES(55,1,55,1,'play','14vA',1767225600000,'key 21:0');
INSERT INTO "actions" VALUES(56,1,56,1,'play','57vE',1767225600000,'key 21:1');
INSERT INTO "actions" VALUES(57,1,57,1,'play','end',1767225600000,'key 21:2');
INSERT INTO "actions" VALUES(58,1,58,0,'play','16vE',1767225600000,'key 22:0');
INSERT INTO "actions" VALUES(59,1,59,0,'play','35^A',1767225600000,'key 22:1');
INSERT INTO "actions" VALUES(60,1,60,0,'play','end',1767225600000,'key 22:2');
INSERT INTO "actions" VALUES(61,1,61,1,'play','32^E',1767225600000,'key 23:0');
INSERT INTO "actions" VALUES(62,1,62,1,'play','02vA',1767225600000,'key 23:1');
INSERT INTO "actions" VALUES(63,1,63,1,'play','end',1767225600000,'key 23:2');
INSERT INTO "actions" VALUES(64,1,64,0,'play','50vA',1767225600000,'key 24:0');
INSERT INTO "actions" VALUES(65,1,65,0,'play','46vA',1767225600000,'key 24:1');
INSERT INTO "actions" VALUES(66,1,66,0,'play','end',1767225600000,'key 24:2');
INSERT INTO "actions" VALUES(67,1,67,1,'play','29^E',1767225600000,'key 25:0');
INSERT INTO "actions" VALUES(68,1,68,1,'play','35^A',1767225600000,'key 25:1');
INSERT INTO "actions" VALUES(69,1,69,1,'play','end',1767225600000,'key 25:2');
INSERT INTO "actions" VALUES(70,1,70,0,'play','19^A',1767225600000,'key 26:0');
INSERT INTO "actions" VALUES(71,1,71,0,'play','45vA',1767225600000,'key 26:1');
INSERT INTO "actions" VALUES(72,1,72,0,'play','end',1767225600000,'key 26:2');
INSERT INTO "actions" VALUES(73,1,73,1,'play','36^A',1767225600000,'key 27:0');
INSERT INTO "actions" VALUES(74,1,74,1,'play','41^A',1767225600000,'key 27:1');
INSERT INTO "actions" VALUES(75,1,75,1,'play','end',1767225600000,'key 27:2');
INSERT INTO "actions" VALUES(76,1,76,0,'play','23^A',1767225600000,'key 28:0');
INSERT INTO "actions" VALUES(77,1,77,0,'play','08vE',1767225600000,'key 28:1');
INSERT INTO "actions" VALUES(78,1,78,0,'play','end',1767225600000,'key 28:2');
INSERT INTO "actions" VALUES(79,1,79,1,'play','44^A',1767225600000,'key 29:0');
INSERT INTO "actions" VALUES(80,1,80,1,'play','50vE',1767225600000,'key 29:1');
INSERT INTO "actions" VALUES(81,1,81,1,'play','end',1767225600000,'key 29:2');
INSERT INTO "actions" VALUES(82,1,82,0,'play','10vE',1767225600000,'key 30:0');
INSERT INTO "actions" VALUES(83,1,83,0,'play','37vA',1767225600000,'key 30:1');
INSERT INTO "actions" VALUES(84,1,84,0,'play','end',1767225600000,'key 30:2');
INSERT INTO "actions" VALUES(85,1,85,1,'play','22^E',1767225600000,'key 31:0');
INSERT INTO "actions" VALUES(86,1,86,1,'play','51^A',1767225600000,'key 31:1');
INSERT INTO "actions" VALUES(87,1,87,1,'play','end',1767225600000,'key 31:2');
INSERT INTO "actions" VALUES(88,1,88,0,'play','17vE',1767225600000,'key 32:0');
INSERT INTO "actions" VALUES(89,1,89,0,'play','30vA',1767225600000,'key 32:1');
INSERT INTO "actions" VALUES(90,1,90,0,'play','40vA',1767225600000,'key 32:2');
INSERT INTO "actions" VALUES(91,1,91,0,'play','end',1767225600000,'key 32:3');
INSERT INTO "actions" VALUES(92,1,92,1,'play','42vE',1767225600000,'key 33:0');
INSERT INTO "actions" VALUES(93,1,93,1,'play','53^A',1767225600000,'key 33:1');
INSERT INTO "actions" VALUES(94,1,94,1,'play','end',1767225600000,'key 33:2');
INSERT INTO "actions" VALUES(95,1,95,0,'play','52vA',1767225600000,'key 34:0');
INSERT INTO "actions" VALUES(96,1,96,0,'play','18vE',1767225600000,'key 34:1');
INSERT INTO "actions" VALUES(97,1,97,0,'play','end',1767225600000,'key 34:2');
INSERT INTO "actions" VALUES(98,1,98,1,'play','28vA',1767225600000,'key 35:0');
INSERT INTO "actions" VALUES(99,1,99,1,'play','38vA',1767225600000,'key 35:1');
INSERT INTO "actions" VALUES(100,1,100,1,'play','end',1767225600000,'key 35:2');
INSERT INTO "actions" VALUES(101,1,101,0,'play','39vE',1767225600000,'key 36:0');
INSERT INTO "actions" VALUES(102,1,102,0,'play','29^A',1767225600000,'key 36:1');
INSERT INTO "actions" VALUES(103,1,103,0,'play','end',1767225600000,'key 36:2');
INSERT INTO "actions" VALUES(104,1,104,1,'play','26^E',1767225600000,'key 37:0');
INSERT INTO "actions" VALUES(105,1,105,1,'play','58^A',1767225600000,'key 37:1');
INSERT INTO "actions" VALUES(106,1,106,1,'play','end',1767225600000,'key 37:2');
INSERT INTO "actions" VALUES(107,1,107,0,'play','27^A',1767225600000,'key 38:0');
INSERT INTO "actions" VALUES(108,1,108,0,'play','57^E',1767225600000,'key 38:1');
INSERT INTO "actions" VALUES(109,1,109,0,'play','end',1767225600000,'key 38:2');
INSERT INTO "actions" VALUES(110,1,110,1,'play','23^E',1767225600000,'key 39:0');
INSERT INTO "actions" VALUES(111,1,111,1,'play','34vA',1767225600000,'key 39:1');
INSERT INTO "actions" VALUES(112,1,112,1,'play','end',1767225600000,'key 39:2');
INSERT INTO "actions" VALUES(113,1,113,0,'play','55^E',1767225600000,'key 40:0');
INSERT INTO "actions" VALUES(114,1,114,0,'play','47vA',1767225600000,'key 40:1');
INSERT INTO "actions" VALUES(115,1,115,0,'play','end',1767225600000,'key 40:2');
INSERT INTO "actions" VALUES(116,1,116,1,'play','56^A',1767225600000,'key 41:0');
INSERT INTO "actions" VALUES(117,1,117,1,'play','49vE',1767225600000,'key 41:1');
INSERT INTO "actions" VALUES(118,1,118,1,'play','end',1767225600000,'key 41:2');
INSERT INTO "actions" VALUES(119,1,119,0,'play','53^E',1767225600000,'key 42:0');
INSERT INTO "actions" VALUES(120,1,120,0,'play','21vA',1767225600000,'key 42:1');
INSERT INTO "actions" VALUES(121,1,121,0,'play','end',1767225600000,'key 42:2');
INSERT INTO "actions" VALUES(122,1,122,1,'play','43^A',1767225600000,'key 43:0');
INSERT INTO "actions" VALUES(123,1,123,1,'play','19^E',1767225600000,'key 43:1');
INSERT INTO "actions" VALUES(124,1,124,1,'play','end',1767225600000,'key 43:2');
INSERT INTO "actions" VALUES(125,1,125,0,'play','38vE',1767225600000,'key 44:0');
INSERT INTO "actions" VALUES(126,1,126,0,'play','15vA',1767225600000,'key 44:1');
INSERT INTO "actions" VALUES(127,1,127,0,'play','end',1767225600000,'key 44:2');
INSERT INTO "actions" VALUES(128,1,128,1,'play','18^E',1767225600000,'key 45:0');
INSERT INTO "actions" VALUES(129,1,129,1,'play','30vA',1767225600000,'key 45:1');
INSERT INTO "actions" VALUES(130,1,130,1,'play','end',1767225600000,'key 45:2');
INSERT INTO "actions" VALUES(131,1,131,0,'play','31vE',1767225600000,'key 46:0');
INSERT INTO "actions" VALUES(132,1,132,0,'play','12vA',1767225600000,'key 46:1');
INSERT INTO "actions" VALUES(133,1,133,0,'play','end',1767225600000,'key 46:2');
INSERT INTO "actions" VALUES(134,1,134,1,'play','17^E',1767225600000,'key 47:0');
INSERT INTO "actions" VALUES(135,1,135,1,'play','54^A',1767225600000,'key 47:1');
INSERT INTO "actions" VALUES(136,1,136,1,'play','end',1767225600000,'key 47:2');
INSERT INTO "actions" VALUES(137,1,137,0,'play','33vE',1767225600000,'key 48:0');
INSERT INTO "actions" VALUES(138,1,138,0,'play','06vA',1767225600000,'key 48:1');
INSERT INTO "actions" VALUES(139,1,139,0,'play','end',1767225600000,'key 48:2');
INSERT INTO "actions" VALUES(140,1,140,1,'play','08vE',1767225600000,'key 49:0');
INSERT INTO "actions" VALUES(141,1,141,1,'play','21vA',1767225600000,'key 49:1');
INSERT INTO "actions" VALUES(142,1,142,1,'play','end',1767225600000,'key 49:2');
INSERT INTO "actions" VALUES(143,1,143,0,'play','22vE',1767225600000,'key 50:0');
INSERT INTO "actions" VALUES(144,1,144,0,'play','03vA',1767225600000,'key 50:1');
INSERT INTO "actions" VALUES(145,1,145,0,'play','end',1767225600000,'key 50:2');
INSERT INTO "actions" VALUES(146,1,146,1,'play','04vE',1767225600000,'key 51:0');
INSERT INTO "actions" VALUES(147,1,147,1,'play','12vA',1767225600000,'key 51:1');
INSERT INTO "actions" VALUES(148,1,148,1,'play','end',1767225600000,'key 51:2');
INSERT INTO "actions" VALUES(149,1,149,0,'play','02vA',1767225600000,'key 52:0');
INSERT INTO "actions" VALUES(150,1,150,0,'play','48^E',1767225600000,'key 52:1');
INSERT INTO "actions" VALUES(151,1,151,0,'play','end',1767225600000,'key 52:2');
INSERT INTO "actions" VALUES(152,1,152,1,'play','10vA',1767225600000,'key 53:0');
INSERT INTO "actions" VALUES(153,1,153,1,'play','09vA',1767225600000,'key 53:1');
INSERT INTO "actions" VALUES(154,1,154,1,'play','end',1767225600000,'key 53:2');
INSERT INTO "actions" VALUES(155,1,155,0,'play','42^E',1767225600000,'key 54:0');
INSERT INTO "actions" VALUES(156,1,156,0,'play','25^A',1767225600000,'key 54:1');
INSERT INTO "actions" VALUES(157,1,157,0,'play','end',1767225600000,'key 54:2');
INSERT INTO "actions" VALUES(158,1,158,1,'play','07vA',1767225600000,'key 55:0');
INSERT INTO "actions" VALUES(159,1,159,1,'play','05vA',1767225600000,'key 55:1');
INSERT INTO "actions" VALUES(160,1,160,1,'play','end',1767225600000,'key 55:2');
INSERT INTO "actions" VALUES(161,1,161,0,'play','26^A',1767225600000,'key 56:0');
INSERT INTO "actions" VALUES(162,1,162,0,'play','32^A',1767225600000,'key 56:1');
INSERT INTO "actions" VALUES(163,1,163,0,'play','end',1767225600000,'key 56:2');
INSERT INTO "actions" VALUES(164,1,164,1,'play','46^A',1767225600000,'key 57:0');
INSERT INTO "actions" VALUES(165,1,165,1,'play','47^A',1767225600000,'key 57:1');
INSERT INTO "actions" VALUES(166,1,166,1,'play','end',1767225600000,'key 57:2');
INSERT INTO "actions" VALUES(167,1,167,0,'play','36^A',1767225600000,'key 58:0');
INSERT INTO "actions" VALUES(168,1,168,0,'play','51^A',1767225600000,'key 58:1');
INSERT INTO "actions" VALUES(169,1,169,0,'play','end',1767225600000,'key 58:2');
INSERT INTO "actions" VALUES(170,1,170,1,'play','52^A',1767225600000,'key 59:0');
INSERT INTO "actions" VALUES(171,1,171,1,'play','13vE',1767225600000,'key 59:1');
INSERT INTO "actions" VALUES(172,2,1,1,'play','05^A',1767225600000,'key 62:0');
INSERT INTO "actions" VALUES(173,2,2,1,'play','50vA',1767225600000,'key 62:1');
INSERT INTO "actions" VALUES(174,2,3,1,'play','end',1767225600000,'key 62:2');
INSERT INTO "actions" VALUES(175,2,4,0,'resigned','',1767225600000,'key 63:0');
INSERT INTO "actions" VALUES(176,3,1,1,'play','54vA',1767225600000,'key 67:0');
INSERT INTO "actions" VALUES(177,3,2,1,'play','53vA',1767225600000,'key 67:1');
INSERT INTO "actions" VALUES(178,3,3,1,'play','end',1767225600000,'key 67:2');
INSERT INTO "actions" VALUES(179,3,4,0,'play','08^A',1767225600000,'key 68:0');
INSERT INTO "actions" VALUES(180,3,5,0,'play','09^A',1767225600000,'key 68:1');
INSERT INTO "actions" VALUES(181,3,6,0,'play','end',1767225600000,'key 68:2');
CREATE TABLE challenges (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    challenger_id INTEGER NOT NULL,
    opponent_id INTEGER,
    level TEXT,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    clock TEXT NOT NULL,
    rated INTEGER NOT NULL,
    cut TEXT NOT NULL,
    binding TEXT NOT NULL UNIQUE,
    secret BLOB NOT NULL,
    commitment TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'open',
    shown_status TEXT NOT NULL DEFAULT 'open',
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    game_id INTEGER REFERENCES games (id),
    rematch_of INTEGER REFERENCES games (id)
) STRICT;
INSERT INTO "challenges" VALUES(1,'key 1',100,200,NULL,1,2,NULL,'le-duel','{"first": null}','live',1,'mot','challenge:key 1',X'C42713E854B7FFC9A78D15FF6E20C9518D3133B2D59AC59BA55CAF78041E415B','534f65890fd2872c80ae70466104e6009c324b73fe3e089a95734a71e181e180','accepted','open',1767225600000,1767226500000,1,NULL);
INSERT INTO "challenges" VALUES(2,'key 60',100,200,NULL,1,2,NULL,'le-duel','{"first": 1}','daily',1,'1:key 60','challenge:key 60',X'4A723F6FEEC4ED3BFBF354855ACF1E5C8AF7491FAB5632F51C25CDC22D4BC4F0','2a17dfc942a1c1e42d0bd87eae3ceb787f3f90e2ec3fadcea18088bf2d831c21','accepted','open',1767225600000,1767226500000,2,NULL);
INSERT INTO "challenges" VALUES(3,'key 64',100,200,NULL,2,1,NULL,'le-duel','{"first": 1}','daily',1,'2:key 64','challenge:key 64',X'0CA1FB6227CF62899C836ECD8A62A088F99BEFF0065E6C018E30400E9605F364','cfaa4f437f18d8f8d89dfa8f667f18d580616e9807435780b87045d5317e7cf0','open','open',1767225600000,1767226500000,NULL,2);
INSERT INTO "challenges" VALUES(4,'key 65',100,200,NULL,1,2,NULL,'le-duel','{"first": null}','daily',1,'1:key 65','challenge:key 65',X'D547850294DD4EB1C3296BD44B8EB4A88DB743FE64ED1B33B5FA60DA429BD534','db482db576fda011dc910e856d26fac0081c71271b0e6fb07e6caa07e71de709','accepted','open',1767225600000,1767226500000,3,NULL);
INSERT INTO "challenges" VALUES(5,'key 70',100,200,NULL,1,NULL,'greedy','le-duel','{"first": null}','none',0,'1:key 70','challenge:key 70',X'C9675C1151AC7EC76FF4DD922C842807B8EDA41C67F71C1BC9A7333CCB08C3AC','c7f660647cfb33890e010ceb6d0b731ee4320dc74b31f1d3f958c6fd7e61528f','accepted','open',1767225600000,1767226500000,4,NULL);
INSERT INTO "challenges" VALUES(6,'key 71',100,200,NULL,1,3,NULL,'le-duel','{"first": null}','live',1,'1:key 71','challenge:key 71',X'23752007C43684A8F62302205D1F15890A4292C3ED69C6D3E63C42E858AC83D4','12b3efd31fc87a8be52fe99a723a8a6bd3bab725476daa2254ff476cca6343b3','open','open',1767225600000,1767226500000,NULL,NULL);
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    options TEXT NOT NULL,
    clock TEXT NOT NULL,
    rated INTEGER NOT NULL,
    binding TEXT NOT NULL,
    secret BLOB NOT NULL,
    commitment TEXT NOT NULL,
    shuffle INTEGER NOT NULL,
    snapshot TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0,
    public_revision INTEGER NOT NULL DEFAULT 0,
    table_revision INTEGER NOT NULL DEFAULT -1, -- what its public table shows; as in `shown`, kept here to be found
    deadline INTEGER,
    is_reminded INTEGER NOT NULL DEFAULT 0,
    draw_offer INTEGER,
    created_at INTEGER NOT NULL,
    moved_at INTEGER NOT NULL,
    ended_at INTEGER,
    reason TEXT,
    winners TEXT,
    rematch_of INTEGER REFERENCES games (id)
) STRICT;
INSERT INTO "games" VALUES(1,'le-duel',1,100,200,'{"first": null}','live',1,'challenge:key 1',X'C42713E854B7FFC9A78D15FF6E20C9518D3133B2D59AC59BA55CAF78041E415B','534f65890fd2872c80ae70466104e6009c324b73fe3e089a95734a71e181e180',1,'{"sides": [{"hand": [59], "draw": [], "up": 51, "down": 13}, {"hand": [], "draw": [], "up": 52, "down": 5}], "turn": 1, "staged": "", "last": {"seat": 1, "places": "52^A,13vE", "drawn": 0}, "turns": 57, "outcome": {"reason": "placed_all", "winners": [1], "scores": [57, 58]}}',171,171,171,NULL,0,NULL,1767225600000,1767225600000,1767225600000,'placed_all','[1]',NULL);
INSERT INTO "games" VALUES(2,'le-duel',1,100,200,'{"first": 1}','daily',1,'challenge:key 60',X'4A723F6FEEC4ED3BFBF354855ACF1E5C8AF7491FAB5632F51C25CDC22D4BC4F0','2a17dfc942a1c1e42d0bd87eae3ceb787f3f90e2ec3fadcea18088bf2d831c21',1,'{"sides": [{"hand": [21, 22, 45, 52, 54, 58], "draw": [44, 19, 59, 4, 14, 27, 17, 49, 38, 6, 55, 26, 53, 3, 34, 48, 50, 51, 16, 28, 56, 18, 35, 36, 10, 41, 40, 20, 46, 57, 31, 5, 42, 24, 15, 37, 9, 13, 23, 39, 30, 8, 25, 29, 47, 33, 12, 2, 32, 7, 43, 11], "up": 1, "down": 60}, {"hand": [21, 34, 35, 36, 43, 56], "draw": [19, 33, 25, 44, 49, 12, 53, 29, 14, 20, 24, 30, 27, 41, 9, 26, 10, 51, 2, 47, 28, 38, 52, 4, 23, 55, 6, 59, 57, 48, 54, 16, 22, 8, 31, 15, 40, 11, 37, 45, 42, 32, 3, 39, 46, 7, 18, 13, 58, 17], "up": 5, "down": 50}], "turn": 0, "staged": "", "last": {"seat": 1, "places": "05^A,50vA", "drawn": 2}, "turns": 1, "outcome": null}',4,4,-1,NULL,0,NULL,1767225600000,1767225600000,1767225600000,'resigned','[1]',NULL);
INSERT INTO "games" VALUES(3,'le-duel',1,100,200,'{"first": null}','daily',1,'challenge:key 65',X'D547850294DD4EB1C3296BD44B8EB4A88DB743FE64ED1B33B5FA60DA429BD534','db482db576fda011dc910e856d26fac0081c71271b0e6fb07e6caa07e71de709',1,'{"sides": [{"hand": [27, 28, 34, 38, 43, 50], "draw": [46, 32, 31, 52, 6, 26, 21, 17, 37, 20, 14, 4, 15, 41, 56, 58, 18, 11, 24, 13, 51, 7, 42, 36, 12, 30, 45, 22, 19, 2, 47, 44, 49, 16, 39, 35, 54, 23, 40, 59, 48, 29, 53, 25, 5, 3, 10, 57, 33, 55], "up": 9, "down": 60}, {"hand": [2, 11, 17, 27, 34, 45], "draw": [15, 35, 52, 5, 40, 14, 13, 25, 49, 33, 47, 18, 3, 21, 29, 58, 46, 10, 24, 9, 28, 44, 7, 31, 50, 19, 30, 57, 20, 26, 12, 41, 6, 37, 56, 59, 16, 48, 55, 23, 43, 39, 32, 22, 36, 42, 8, 4, 51, 38], "up": 1, "down": 53}], "turn": 1, "staged": "", "last": {"seat": 0, "places": "08^A,09^A", "drawn": 2}, "turns": 2, "outcome": null}',6,6,-1,1767312000000,0,0,1767225600000,1767225600000,NULL,NULL,'[]',NULL);
INSERT INTO "games" VALUES(4,'le-duel',1,100,200,'{"first": null}','none',0,'challenge:key 70',X'C9675C1151AC7EC76FF4DD922C842807B8EDA41C67F71C1BC9A7333CCB08C3AC','c7f660647cfb33890e010ceb6d0b731ee4320dc74b31f1d3f958c6fd7e61528f',1,'{"sides": [{"hand": [2, 3, 4, 11, 16, 37], "draw": [51, 57, 40, 28, 36, 39, 17, 7, 9, 18, 45, 54, 58, 23, 8, 52, 30, 14, 5, 42, 50, 19, 6, 43, 53, 15, 59, 12, 22, 48, 55, 38, 44, 25, 13, 26, 47, 41, 46, 35, 29, 21, 33, 24, 32, 10, 31, 56, 20, 34, 27, 49], "up": 1, "down": 60}, {"hand": [31, 37, 39, 48, 57, 59], "draw": [21, 10, 32, 40, 43, 36, 26, 44, 24, 46, 3, 20, 13, 28, 41, 4, 49, 51, 14, 33, 5, 50, 16, 52, 30, 18, 17, 34, 23, 2, 22, 55, 6, 19, 11, 35, 25, 58, 53, 15, 9, 12, 29, 56, 42, 38, 45, 7, 47, 54, 27, 8], "up": 1, "down": 60}], "turn": 0, "staged": "", "last": null, "turns": 0, "outcome": null}',0,0,-1,NULL,0,NULL,1767225600000,1767225600000,NULL,NULL,'[]',NULL);
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "meta" VALUES('alive_at','1767225600000');
CREATE TABLE people (
    user_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    locale TEXT NOT NULL,
    seen_at INTEGER NOT NULL
) STRICT;
INSERT INTO "people" VALUES(1,'Alice','fr',1);
INSERT INTO "people" VALUES(2,'Bob','fr',1);
CREATE TABLE seats (
    game_id INTEGER NOT NULL REFERENCES games (id),
    seat INTEGER NOT NULL,
    user_id INTEGER,
    level TEXT,
    cut TEXT NOT NULL,
    warnings INTEGER NOT NULL DEFAULT 0,
    is_dm_closed INTEGER NOT NULL DEFAULT 0,
    ended_at INTEGER, -- its game's, kept here so that nobody's long past has to be read to find what they play
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES(1,0,1,NULL,'mot',0,0,1767225600000);
INSERT INTO "seats" VALUES(1,1,2,NULL,'2:key 2',0,0,1767225600000);
INSERT INTO "seats" VALUES(2,0,1,NULL,'1:key 60',0,0,1767225600000);
INSERT INTO "seats" VALUES(2,1,2,NULL,'2:key 61',0,0,1767225600000);
INSERT INTO "seats" VALUES(3,0,1,NULL,'1:key 65',0,0,NULL);
INSERT INTO "seats" VALUES(3,1,2,NULL,'2:key 66',0,0,NULL);
INSERT INTO "seats" VALUES(4,0,1,NULL,'1:key 70',0,0,NULL);
INSERT INTO "seats" VALUES(4,1,NULL,'greedy','',0,0,NULL);
CREATE TABLE servers (
    guild_id INTEGER PRIMARY KEY,
    channels TEXT NOT NULL DEFAULT '[]',
    threads INTEGER NOT NULL DEFAULT 0,
    clock TEXT NOT NULL DEFAULT 'live',
    language TEXT,
    reminders INTEGER NOT NULL DEFAULT 1
) STRICT;
INSERT INTO "servers" VALUES(100,'[200]',0,'live','fr',1);
CREATE TABLE shown (
    game_id INTEGER NOT NULL REFERENCES games (id),
    role TEXT NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    revision INTEGER NOT NULL,
    posted_at INTEGER NOT NULL,
    PRIMARY KEY (game_id, role)
) STRICT, WITHOUT ROWID;
INSERT INTO "shown" VALUES(1,'table',200,300,171,1);
CREATE INDEX challenges_open ON challenges (expires_at) WHERE status = 'open';
CREATE INDEX challenges_unshown ON challenges (id) WHERE status <> shown_status;
CREATE INDEX challenges_by_challenger ON challenges (challenger_id) WHERE status = 'open';
CREATE INDEX challenges_rematches ON challenges (rematch_of) WHERE status = 'open';
CREATE INDEX games_due ON games (deadline) WHERE ended_at IS NULL AND deadline IS NOT NULL;
CREATE INDEX games_idle ON games (moved_at) WHERE ended_at IS NULL AND deadline IS NULL;
CREATE INDEX games_to_remind ON games (clock, deadline) WHERE ended_at IS NULL AND is_reminded = 0;
CREATE INDEX games_behind ON games (id) WHERE table_revision < public_revision;
CREATE INDEX games_by_guild ON games (guild_id) WHERE ended_at IS NULL;
CREATE INDEX games_running_in ON games (channel_id) WHERE ended_at IS NULL;
CREATE INDEX games_ended_in ON games (channel_id, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX seats_playing ON seats (user_id) WHERE ended_at IS NULL;
CREATE INDEX seats_played ON seats (user_id, ended_at, game_id) WHERE ended_at IS NOT NULL;
CREATE INDEX seats_of_computers ON seats (game_id) WHERE level IS NOT NULL AND ended_at IS NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('challenges',6);
INSERT INTO "sqlite_sequence" VALUES('games',4);
COMMIT;
