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
INSERT INTO "actions" VALUES(1,1,1,0,'play','04^A',1767225600000,'key 3:0');
INSERT INTO "actions" VALUES(2,1,2,0,'play','05^A',1767225600000,'key 3:1');
INSERT INTO "actions" VALUES(3,1,3,0,'play','end',1767225600000,'key 3:2');
INSERT INTO "actions" VALUES(4,1,4,1,'play','53vA',1767225600000,'key 4:0');
INSERT INTO "actions" VALUES(5,1,5,1,'play','46vA',1767225600000,'key 4:1');
INSERT INTO "actions" VALUES(6,1,6,1,'play','end',1767225600000,'key 4:2');
INSERT INTO "actions" VALUES(7,1,7,0,'play','06^A',1767225600000,'key 5:0');
INSERT INTO "actions" VALUES(8,1,8,0,'play','07^A',1767225600000,'key 5:1');
INSERT INTO "actions" VALUES(9,1,9,0,'play','end',1767225600000,'key 5:2');
INSERT INTO "actions" VALUES(10,1,10,1,'play','41vA',1767225600000,'key 6:0');
INSERT INTO "actions" VALUES(11,1,11,1,'play','36vA',1767225600000,'key 6:1');
INSERT INTO "actions" VALUES(12,1,12,1,'play','end',1767225600000,'key 6:2');
INSERT INTO "actions" VALUES(13,1,13,0,'play','10^A',1767225600000,'key 7:0');
INSERT INTO "actions" VALUES(14,1,14,0,'play','51vA',1767225600000,'key 7:1');
INSERT INTO "actions" VALUES(15,1,15,0,'play','end',1767225600000,'key 7:2');
INSERT INTO "actions" VALUES(16,1,16,1,'play','33vA',1767225600000,'key 8:0');
INSERT INTO "actions" VALUES(17,1,17,1,'play','30vA',1767225600000,'key 8:1');
INSERT INTO "actions" VALUES(18,1,18,1,'play','40vA',1767225600000,'key 8:2');
INSERT INTO "actions" VALUES(19,1,19,1,'play','end',1767225600000,'key 8:3');
INSERT INTO "actions" VALUES(20,1,20,0,'play','43vE',1767225600000,'key 9:0');
INSERT INTO "actions" VALUES(21,1,21,0,'play','35vA',1767225600000,'key 9:1');
INSERT INTO "actions" VALUES(22,1,22,0,'play','end',1767225600000,'key 9:2');
INSERT INTO "actions" VALUES(23,1,23,1,'play','38vE',1767225600000,'key 10:0');
INSERT INTO "actions" VALUES(24,1,24,1,'play','16^A',1767225600000,'key 10:1');
INSERT INTO "actions" VALUES(25,1,25,1,'play','end',1767225600000,'key 10:2');
INSERT INTO "actions" VALUES(26,1,26,0,'play','33vA',1767225600000,'key 11:0');
INSERT INTO "actions" VALUES(27,1,27,0,'play','30vA',1767225600000,'key 11:1');
INSERT INTO "actions" VALUES(28,1,28,0,'play','end',1767225600000,'key 11:2');
INSERT INTO "actions" VALUES(29,1,29,1,'play','18^A',1767225600000,'key 12:0');
INSERT INTO "actions" VALUES(30,1,30,1,'play','35vE',1767225600000,'key 12:1');
INSERT INTO "actions" VALUES(31,1,31,1,'play','end',1767225600000,'key 12:2');
INSERT INTO "actions" VALUES(32,1,32,0,'play','13^A',1767225600000,'key 13:0');
INSERT INTO "actions" VALUES(33,1,33,0,'play','28vA',1767225600000,'key 13:1');
INSERT INTO "actions" VALUES(34,1,34,0,'play','end',1767225600000,'key 13:2');
INSERT INTO "actions" VALUES(35,1,35,1,'play','24^A',1767225600000,'key 14:0');
INSERT INTO "actions" VALUES(36,1,36,1,'play','49vE',1767225600000,'key 14:1');
INSERT INTO "actions" VALUES(37,1,37,1,'play','end',1767225600000,'key 14:2');
INSERT INTO "actions" VALUES(38,1,38,0,'play','23^E',1767225600000,'key 15:0');
INSERT INTO "actions" VALUES(39,1,39,0,'play','21^A',1767225600000,'key 15:1');
INSERT INTO "actions" VALUES(40,1,40,0,'play','end',1767225600000,'key 15:2');
INSERT INTO "actions" VALUES(41,1,41,1,'play','13^A',1767225600000,'key 16:0');
INSERT INTO "actions" VALUES(42,1,42,1,'play','51vE',1767225600000,'key 16:1');
INSERT INTO "actions" VALUES(43,1,43,1,'play','end',1767225600000,'key 16:2');
INSERT INTO "actions" VALUES(44,1,44,0,'play','44vE',1767225600000,'key 17:0');
INSERT INTO "actions" VALUES(45,1,45,0,'play','27^A',1767225600000,'key 17:1');
INSERT INTO "actions" VALUES(46,1,46,0,'play','end',1767225600000,'key 17:2');
INSERT INTO "actions" VALUES(47,1,47,1,'play','21^E',1767225600000,'key 18:0');
INSERT INTO "actions" VALUES(48,1,48,1,'play','11vA',1767225600000,'key 18:1');
INSERT INTO "actions" VALUES(49,1,49,1,'play','end',1767225600000,'key 18:2');
INSERT INTO "actions" VALUES(50,1,50,0,'play','50vA',1767225600000,'key 19:0');
INSERT INTO "actions" VALUES(51,1,51,0,'play','02^E',1767225600000,'key 19:1');
INSERT INTO "actions" VALUES(52,1,52,0,'play','end',1767225600000,'key 19:2');
INSERT INTO "actions" VALUES(53,1,53,1,'play','03^A',1767225600000,'key 20:0');
INSERT INTO "actions" VALUES(54,1,54,1,'play','10vA',1767225600000,'key 20:1');
INSERT INTO "actions" VALUES(55,1,55,1,'play','end',1767225600000,'key 20:2');
INSERT INTO "actions" VALUES(56,1,56,0,'play','38vA',1767225600000,'key 21:0');
INSERT INTO "actions" VALUES(57,1,57,0,'play','37vA',1767225600000,'key 21:1');
INSERT INTO "actions" VALUES(58,1,58,0,'play','end',1767225600000,'key 21:2');
INSERT INTO "actions" VALUES(59,1,59,1,'play','02vA',1767225600000,'key 22:0');
INSERT INTO "actions" VALUES(60,1,60,1,'play','50vE',1767225600000,'key 22:1');
INSERT INTO "actions" VALUES(61,1,61,1,'play','end',1767225600000,'key 22:2');
INSERT INTO "actions" VALUES(62,1,62,0,'play','49vA',1767225600000,'key 23:0');
INSERT INTO "actions" VALUES(63,1,63,0,'play','34^A',1767225600000,'key 23:1');
INSERT INTO "actions" VALUES(64,1,64,0,'play','end',1767225600000,'key 23:2');
INSERT INTO "actions" VALUES(65,1,65,1,'play','31^E',1767225600000,'key 24:0');
INSERT INTO "actions" VALUES(66,1,66,1,'play','22^A',1767225600000,'key 24:1');
INSERT INTO "actions" VALUES(67,1,67,1,'play','end',1767225600000,'key 24:2');
INSERT INTO "actions" VALUES(68,1,68,0,'play','18^E',1767225600000,'key 25:0');
INSERT INTO "actions" VALUES(69,1,69,0,'play','42vA',1767225600000,'key 25:1');
INSERT INTO "actions" VALUES(70,1,70,0,'play','end',1767225600000,'key 25:2');
INSERT INTO "actions" VALUES(71,1,71,1,'play','12vA',1767225600000,'key 26:0');
INSERT INTO "actions" VALUES(72,1,72,1,'play','44vE',1767225600000,'key 26:1');
INSERT INTO "actions" VALUES(73,1,73,1,'play','end',1767225600000,'key 26:2');
INSERT INTO "actions" VALUES(74,1,74,0,'play','54vA',1767225600000,'key 27:0');
INSERT INTO "actions" VALUES(75,1,75,0,'play','11^E',1767225600000,'key 27:1');
INSERT INTO "actions" VALUES(76,1,76,0,'play','end',1767225600000,'key 27:2');
INSERT INTO "actions" VALUES(77,1,77,1,'play','57vE',1767225600000,'key 28:0');
INSERT INTO "actions" VALUES(78,1,78,1,'play','15^A',1767225600000,'key 28:1');
INSERT INTO "actions" VALUES(79,1,79,1,'play','05^A',1767225600000,'key 28:2');
INSERT INTO "actions" VALUES(80,1,80,1,'play','end',1767225600000,'key 28:3');
INSERT INTO "actions" VALUES(81,1,81,0,'play','56vA',1767225600000,'key 29:0');
INSERT INTO "actions" VALUES(82,1,82,0,'play','14vE',1767225600000,'key 29:1');
INSERT INTO "actions" VALUES(83,1,83,0,'play','end',1767225600000,'key 29:2');
INSERT INTO "actions" VALUES(84,1,84,1,'play','59vE',1767225600000,'key 30:0');
INSERT INTO "actions" VALUES(85,1,85,1,'play','04vA',1767225600000,'key 30:1');
INSERT INTO "actions" VALUES(86,1,86,1,'play','end',1767225600000,'key 30:2');
INSERT INTO "actions" VALUES(87,1,87,0,'play','58vA',1767225600000,'key 31:0');
INSERT INTO "actions" VALUES(88,1,88,0,'play','57vA',1767225600000,'key 31:1');
INSERT INTO "actions" VALUES(89,1,89,0,'play','end',1767225600000,'key 31:2');
INSERT INTO "actions" VALUES(90,1,90,1,'play','06^A',1767225600000,'key 32:0');
INSERT INTO "actions" VALUES(91,1,91,1,'play','26^E',1767225600000,'key 32:1');
INSERT INTO "actions" VALUES(92,1,92,1,'play','end',1767225600000,'key 32:2');
INSERT INTO "actions" VALUES(93,1,93,0,'play','46vA',1767225600000,'key 33:0');
INSERT INTO "actions" VALUES(94,1,94,0,'play','45vA',1767225600000,'key 33:1');
INSERT INTO "actions" VALUES(95,1,95,0,'play','end',1767225600000,'key 33:2');
INSERT INTO "actions" VALUES(96,1,96,1,'play','48vE',1767225600000,'key 34:0');
INSERT INTO "actions" VALUES(97,1,97,1,'play','19^A',1767225600000,'key 34:1');
INSERT INTO "actions" VALUES(98,1,98,1,'play','end',1767225600000,'key 34:2');
INSERT INTO "actions" VALUES(99,1,99,0,'play','12^E',1767225600000,'key 35:0');
INSERT INTO "actions" VALUES(100,1,100,0,'play','40vA',1767225600000,'key 35:1');
INSERT INTO "actions" VALUES(101,1,101,0,'play','end',1767225600000,'key 35:2');
INSERT INTO "actions" VALUES(102,1,102,1,'play','47vE',1767225600000,'key 36:0');
INSERT INTO "actions" VALUES(103,1,103,1,'play','28^A',1767225600000,'key 36:1');
INSERT INTO "actions" VALUES(104,1,104,1,'play','end',1767225600000,'key 36:2');
INSERT INTO "actions" VALUES(105,1,105,0,'play','25^E',1767225600000,'key 37:0');
INSERT INTO "actions" VALUES(106,1,106,0,'play','31^A',1767225600000,'key 37:1');
INSERT INTO "actions" VALUES(107,1,107,0,'play','end',1767225600000,'key 37:2');
INSERT INTO "actions" VALUES(108,1,108,1,'play','32^A',1767225600000,'key 38:0');
INSERT INTO "actions" VALUES(109,1,109,1,'play','37^A',1767225600000,'key 38:1');
INSERT INTO "actions" VALUES(110,1,110,1,'play','end',1767225600000,'key 38:2');
INSERT INTO "actions" VALUES(111,1,111,0,'play','36^E',1767225600000,'key 39:0');
INSERT INTO "actions" VALUES(112,1,112,0,'play','48^A',1767225600000,'key 39:1');
INSERT INTO "actions" VALUES(113,1,113,0,'play','end',1767225600000,'key 39:2');
INSERT INTO "actions" VALUES(114,1,114,1,'play','45^E',1767225600000,'key 40:0');
INSERT INTO "actions" VALUES(115,1,115,1,'play','43^A',1767225600000,'key 40:1');
INSERT INTO "actions" VALUES(116,1,116,1,'play','end',1767225600000,'key 40:2');
INSERT INTO "actions" VALUES(117,1,117,0,'play','39^E',1767225600000,'key 41:0');
INSERT INTO "actions" VALUES(118,1,118,0,'play','59^A',1767225600000,'key 41:1');
INSERT INTO "actions" VALUES(119,1,119,0,'play','end',1767225600000,'key 41:2');
INSERT INTO "actions" VALUES(120,1,120,1,'play','55^E',1767225600000,'key 42:0');
INSERT INTO "actions" VALUES(121,1,121,1,'play','54^A',1767225600000,'key 42:1');
INSERT INTO "actions" VALUES(122,1,122,1,'play','end',1767225600000,'key 42:2');
INSERT INTO "actions" VALUES(123,1,123,0,'play','53^E',1767225600000,'key 43:0');
INSERT INTO "actions" VALUES(124,1,124,0,'play','22vA',1767225600000,'key 43:1');
INSERT INTO "actions" VALUES(125,1,125,0,'play','end',1767225600000,'key 43:2');
INSERT INTO "actions" VALUES(126,2,1,1,'play','57vA',1767225600000,'key 46:0');
INSERT INTO "actions" VALUES(127,2,2,1,'play','06^A',1767225600000,'key 46:1');
INSERT INTO "actions" VALUES(128,2,3,1,'play','end',1767225600000,'key 46:2');
INSERT INTO "actions" VALUES(129,2,4,0,'resigned','',1767225600000,'key 47:0');
INSERT INTO "actions" VALUES(130,3,1,0,'play','57vA',1767225600000,'key 51:0');
INSERT INTO "actions" VALUES(131,3,2,0,'play','10^A',1767225600000,'key 51:1');
INSERT INTO "actions" VALUES(132,3,3,0,'play','end',1767225600000,'key 51:2');
INSERT INTO "actions" VALUES(133,3,4,1,'play','49vA',1767225600000,'key 52:0');
INSERT INTO "actions" VALUES(134,3,5,1,'play','41vA',1767225600000,'key 52:1');
INSERT INTO "actions" VALUES(135,3,6,1,'play','end',1767225600000,'key 52:2');
INSERT INTO "actions" VALUES(136,5,1,1,'play','claim',1767225600000,'key 58:0');
INSERT INTO "actions" VALUES(137,5,2,1,'play','80c',1767225600000,'key 59:0');
INSERT INTO "actions" VALUES(138,5,3,1,'play','22a',1767225600000,'key 59:1');
INSERT INTO "actions" VALUES(139,5,4,1,'play','24a',1767225600000,'key 59:2');
INSERT INTO "actions" VALUES(140,5,5,1,'play','end',1767225600000,'key 59:3');
INSERT INTO "actions" VALUES(141,5,6,0,'play','95d',1767225600000,'key 60:0');
INSERT INTO "actions" VALUES(142,5,7,0,'play','74c',1767225600000,'key 60:1');
INSERT INTO "actions" VALUES(143,5,8,0,'play','73c',1767225600000,'key 60:2');
INSERT INTO "actions" VALUES(144,5,9,0,'play','end',1767225600000,'key 60:3');
INSERT INTO "actions" VALUES(145,5,10,1,'play','40a',1767225600000,'key 61:0');
INSERT INTO "actions" VALUES(146,5,11,1,'play','42a',1767225600000,'key 61:1');
INSERT INTO "actions" VALUES(147,5,12,1,'play','end',1767225600000,'key 61:2');
INSERT INTO "actions" VALUES(148,5,13,0,'play','72c',1767225600000,'key 62:0');
INSERT INTO "actions" VALUES(149,5,14,0,'play','09b',1767225600000,'key 62:1');
INSERT INTO "actions" VALUES(150,5,15,0,'play','end',1767225600000,'key 62:2');
INSERT INTO "actions" VALUES(151,5,16,1,'play','32a',1767225600000,'key 63:0');
INSERT INTO "actions" VALUES(152,5,17,1,'play','47a',1767225600000,'key 63:1');
INSERT INTO "actions" VALUES(153,5,18,1,'play','end',1767225600000,'key 63:2');
INSERT INTO "actions" VALUES(154,5,19,0,'play','89d',1767225600000,'key 64:0');
INSERT INTO "actions" VALUES(155,5,20,0,'play','18b',1767225600000,'key 64:1');
INSERT INTO "actions" VALUES(156,5,21,0,'play','end',1767225600000,'key 64:2');
INSERT INTO "actions" VALUES(157,5,22,1,'play','53a',1767225600000,'key 65:0');
INSERT INTO "actions" VALUES(158,5,23,1,'play','43a',1767225600000,'key 65:1');
INSERT INTO "actions" VALUES(159,5,24,1,'play','end',1767225600000,'key 65:2');
INSERT INTO "actions" VALUES(160,5,25,0,'play','68c',1767225600000,'key 66:0');
INSERT INTO "actions" VALUES(161,5,26,0,'play','62c',1767225600000,'key 66:1');
INSERT INTO "actions" VALUES(162,5,27,0,'play','61c',1767225600000,'key 66:2');
INSERT INTO "actions" VALUES(163,5,28,0,'play','end',1767225600000,'key 66:3');
INSERT INTO "actions" VALUES(164,5,29,1,'play','57c',1767225600000,'key 67:0');
INSERT INTO "actions" VALUES(165,5,30,1,'play','56c',1767225600000,'key 67:1');
INSERT INTO "actions" VALUES(166,5,31,1,'play','66c',1767225600000,'key 67:2');
INSERT INTO "actions" VALUES(167,5,32,1,'play','end',1767225600000,'key 67:3');
INSERT INTO "actions" VALUES(168,5,33,0,'play','85d',1767225600000,'key 68:0');
INSERT INTO "actions" VALUES(169,5,34,0,'play','60c',1767225600000,'key 68:1');
INSERT INTO "actions" VALUES(170,5,35,0,'play','58c',1767225600000,'key 68:2');
INSERT INTO "actions" VALUES(171,5,36,0,'play','end',1767225600000,'key 68:3');
INSERT INTO "actions" VALUES(172,5,37,1,'play','33a',1767225600000,'key 69:0');
INSERT INTO "actions" VALUES(173,5,38,1,'play','21b',1767225600000,'key 69:1');
INSERT INTO "actions" VALUES(174,5,39,1,'play','end',1767225600000,'key 69:2');
INSERT INTO "actions" VALUES(175,5,40,0,'play','34a',1767225600000,'key 70:0');
INSERT INTO "actions" VALUES(176,5,41,0,'play','36a',1767225600000,'key 70:1');
INSERT INTO "actions" VALUES(177,5,42,0,'play','end',1767225600000,'key 70:2');
INSERT INTO "actions" VALUES(178,5,43,1,'play','84d',1767225600000,'key 71:0');
INSERT INTO "actions" VALUES(179,5,44,1,'play','23b',1767225600000,'key 71:1');
INSERT INTO "actions" VALUES(180,5,45,1,'play','25b',1767225600000,'key 71:2');
INSERT INTO "actions" VALUES(181,5,46,1,'play','end',1767225600000,'key 71:3');
INSERT INTO "actions" VALUES(182,5,47,0,'play','27b',1767225600000,'key 72:0');
INSERT INTO "actions" VALUES(183,5,48,0,'play','55c',1767225600000,'key 72:1');
INSERT INTO "actions" VALUES(184,5,49,0,'play','end',1767225600000,'key 72:2');
INSERT INTO "actions" VALUES(185,5,50,1,'play','54c',1767225600000,'key 73:0');
INSERT INTO "actions" VALUES(186,5,51,1,'play','83d',1767225600000,'key 73:1');
INSERT INTO "actions" VALUES(187,5,52,1,'play','end',1767225600000,'key 73:2');
INSERT INTO "actions" VALUES(188,5,53,0,'play','78d',1767225600000,'key 74:0');
INSERT INTO "actions" VALUES(189,5,54,0,'play','88d',1767225600000,'key 74:1');
INSERT INTO "actions" VALUES(190,5,55,0,'play','end',1767225600000,'key 74:2');
INSERT INTO "actions" VALUES(191,5,56,1,'play','17b',1767225600000,'key 75:0');
INSERT INTO "actions" VALUES(192,5,57,1,'play','98d',1767225600000,'key 75:1');
INSERT INTO "actions" VALUES(193,5,58,1,'play','end',1767225600000,'key 75:2');
INSERT INTO "actions" VALUES(194,5,59,0,'play','97d',1767225600000,'key 76:0');
INSERT INTO "actions" VALUES(195,5,60,0,'play','96d',1767225600000,'key 76:1');
INSERT INTO "actions" VALUES(196,5,61,0,'play','end',1767225600000,'key 76:2');
INSERT INTO "actions" VALUES(197,5,62,1,'play','51c',1767225600000,'key 77:0');
INSERT INTO "actions" VALUES(198,5,63,1,'play','50c',1767225600000,'key 77:1');
INSERT INTO "actions" VALUES(199,5,64,1,'play','end',1767225600000,'key 77:2');
INSERT INTO "actions" VALUES(200,5,65,0,'play','20b',1767225600000,'key 78:0');
INSERT INTO "actions" VALUES(201,5,66,0,'play','87d',1767225600000,'key 78:1');
INSERT INTO "actions" VALUES(202,5,67,0,'play','86d',1767225600000,'key 78:2');
INSERT INTO "actions" VALUES(203,5,68,0,'play','end',1767225600000,'key 78:3');
INSERT INTO "actions" VALUES(204,5,69,1,'play','79d',1767225600000,'key 79:0');
INSERT INTO "actions" VALUES(205,5,70,1,'play','70d',1767225600000,'key 79:1');
INSERT INTO "actions" VALUES(206,5,71,1,'play','end',1767225600000,'key 79:2');
INSERT INTO "actions" VALUES(207,5,72,0,'play','69d',1767225600000,'key 80:0');
INSERT INTO "actions" VALUES(208,5,73,0,'play','29b',1767225600000,'key 80:1');
INSERT INTO "actions" VALUES(209,5,74,0,'play','end',1767225600000,'key 80:2');
INSERT INTO "actions" VALUES(210,5,75,1,'play','48c',1767225600000,'key 81:0');
INSERT INTO "actions" VALUES(211,5,76,1,'play','52a',1767225600000,'key 81:1');
INSERT INTO "actions" VALUES(212,5,77,1,'play','end',1767225600000,'key 81:2');
INSERT INTO "actions" VALUES(213,5,78,0,'play','37b',1767225600000,'key 82:0');
INSERT INTO "actions" VALUES(214,5,79,0,'play','71a',1767225600000,'key 82:1');
INSERT INTO "actions" VALUES(215,5,80,0,'play','end',1767225600000,'key 82:2');
INSERT INTO "actions" VALUES(216,5,81,1,'play','45c',1767225600000,'key 83:0');
INSERT INTO "actions" VALUES(217,5,82,1,'play','49b',1767225600000,'key 83:1');
INSERT INTO "actions" VALUES(218,5,83,1,'play','end',1767225600000,'key 83:2');
INSERT INTO "actions" VALUES(219,5,84,0,'play','65d',1767225600000,'key 84:0');
INSERT INTO "actions" VALUES(220,5,85,0,'play','77a',1767225600000,'key 84:1');
INSERT INTO "actions" VALUES(221,5,86,0,'play','end',1767225600000,'key 84:2');
INSERT INTO "actions" VALUES(222,5,87,1,'play','59d',1767225600000,'key 85:0');
INSERT INTO "actions" VALUES(223,5,88,1,'play','90a',1767225600000,'key 85:1');
INSERT INTO "actions" VALUES(224,5,89,1,'play','end',1767225600000,'key 85:2');
INSERT INTO "actions" VALUES(225,5,90,0,'play','94a',1767225600000,'key 86:0');
INSERT INTO "actions" VALUES(226,5,91,0,'play','19c',1767225600000,'key 86:1');
INSERT INTO "actions" VALUES(227,5,92,0,'play','end',1767225600000,'key 86:2');
INSERT INTO "actions" VALUES(228,5,93,1,'play','99a',1767225600000,'key 87:0');
INSERT INTO "actions" VALUES(229,5,94,1,'play','13c',1767225600000,'key 87:1');
INSERT INTO "actions" VALUES(230,5,95,1,'play','11c',1767225600000,'key 87:2');
INSERT INTO "actions" VALUES(231,5,96,1,'play','end',1767225600000,'key 87:3');
INSERT INTO "actions" VALUES(232,5,97,0,'play','07c',1767225600000,'key 88:0');
INSERT INTO "actions" VALUES(233,5,98,0,'play','05c',1767225600000,'key 88:1');
INSERT INTO "actions" VALUES(234,5,99,0,'play','04c',1767225600000,'key 88:2');
INSERT INTO "actions" VALUES(235,5,100,0,'play','end',1767225600000,'key 88:3');
INSERT INTO "actions" VALUES(236,5,101,1,'play','39b',1767225600000,'key 89:0');
INSERT INTO "actions" VALUES(237,5,102,1,'play','63b',1767225600000,'key 89:1');
INSERT INTO "actions" VALUES(238,5,103,1,'play','end',1767225600000,'key 89:2');
INSERT INTO "actions" VALUES(239,5,104,0,'play','14c',1767225600000,'key 90:0');
INSERT INTO "actions" VALUES(240,5,105,0,'play','03c',1767225600000,'key 90:1');
INSERT INTO "actions" VALUES(241,5,106,0,'play','02c',1767225600000,'key 90:2');
INSERT INTO "actions" VALUES(242,5,107,0,'play','end',1767225600000,'key 90:3');
INSERT INTO "actions" VALUES(243,5,108,1,'play','75b',1767225600000,'key 91:0');
INSERT INTO "actions" VALUES(244,5,109,1,'play','44d',1767225600000,'key 91:1');
INSERT INTO "actions" VALUES(245,5,110,1,'play','end',1767225600000,'key 91:2');
INSERT INTO "actions" VALUES(246,5,111,0,'play','12c',1767225600000,'key 92:0');
INSERT INTO "actions" VALUES(247,5,112,0,'play','41d',1767225600000,'key 92:1');
INSERT INTO "actions" VALUES(248,5,113,0,'play','end',1767225600000,'key 92:2');
INSERT INTO "actions" VALUES(249,5,114,1,'play','10c',1767225600000,'key 93:0');
INSERT INTO "actions" VALUES(250,5,115,1,'play','08c',1767225600000,'key 93:1');
INSERT INTO "actions" VALUES(251,5,116,1,'play','06c',1767225600000,'key 93:2');
INSERT INTO "actions" VALUES(252,5,117,1,'play','end',1767225600000,'key 93:3');
INSERT INTO "actions" VALUES(253,5,118,0,'play','16c',1767225600000,'key 94:0');
INSERT INTO "actions" VALUES(254,5,119,0,'play','38d',1767225600000,'key 94:1');
INSERT INTO "actions" VALUES(255,5,120,0,'play','end',1767225600000,'key 94:2');
INSERT INTO "actions" VALUES(256,5,121,1,'play','26c',1767225600000,'key 95:0');
INSERT INTO "actions" VALUES(257,5,122,1,'play','31d',1767225600000,'key 95:1');
INSERT INTO "actions" VALUES(258,5,123,1,'play','end',1767225600000,'key 95:2');
INSERT INTO "actions" VALUES(259,5,124,0,'play','30d',1767225600000,'key 96:0');
INSERT INTO "actions" VALUES(260,5,125,0,'play','76b',1767225600000,'key 96:1');
INSERT INTO "actions" VALUES(261,5,126,0,'play','end',1767225600000,'key 96:2');
INSERT INTO "actions" VALUES(262,5,127,1,'play','28d',1767225600000,'key 97:0');
INSERT INTO "actions" VALUES(263,5,128,1,'play','end',1767225600000,'key 97:1');
INSERT INTO "actions" VALUES(264,5,129,0,'play','81b',1767225600000,'key 98:0');
INSERT INTO "actions" VALUES(265,5,130,0,'play','82b',1767225600000,'key 98:1');
INSERT INTO "actions" VALUES(266,5,131,0,'play','end',1767225600000,'key 98:2');
INSERT INTO "actions" VALUES(267,5,132,1,'play','91b',1767225600000,'key 99:0');
INSERT INTO "actions" VALUES(268,5,133,1,'play','92b',1767225600000,'key 99:1');
INSERT INTO "actions" VALUES(269,5,134,1,'play','end',1767225600000,'key 99:2');
INSERT INTO "actions" VALUES(270,5,135,0,'play','93b',1767225600000,'key 100:0');
INSERT INTO "actions" VALUES(271,5,136,0,'play','end',1767225600000,'key 100:1');
INSERT INTO "actions" VALUES(272,5,137,1,'play','15c',1767225600000,'key 101:0');
INSERT INTO "actions" VALUES(273,5,138,1,'play','end',1767225600000,'key 101:1');
INSERT INTO "actions" VALUES(274,6,1,1,'play','claim',1767225600000,'key 104:0');
INSERT INTO "actions" VALUES(275,6,2,1,'play','02a',1767225600000,'key 105:0');
INSERT INTO "actions" VALUES(276,6,3,1,'play','90c',1767225600000,'key 105:1');
INSERT INTO "actions" VALUES(277,6,4,1,'play','88c',1767225600000,'key 105:2');
INSERT INTO "actions" VALUES(278,6,5,1,'play','end',1767225600000,'key 105:3');
INSERT INTO "actions" VALUES(279,6,6,0,'play','05a',1767225600000,'key 106:0');
INSERT INTO "actions" VALUES(280,6,7,0,'play','15a',1767225600000,'key 106:1');
INSERT INTO "actions" VALUES(281,6,8,0,'play','end',1767225600000,'key 106:2');
INSERT INTO "actions" VALUES(282,6,9,1,'play','84c',1767225600000,'key 107:0');
INSERT INTO "actions" VALUES(283,6,10,1,'play','83c',1767225600000,'key 107:1');
INSERT INTO "actions" VALUES(284,6,11,1,'play','end',1767225600000,'key 107:2');
INSERT INTO "actions" VALUES(285,6,12,0,'play','07b',1767225600000,'key 108:0');
INSERT INTO "actions" VALUES(286,6,13,0,'play','29a',1767225600000,'key 108:1');
INSERT INTO "actions" VALUES(287,6,14,0,'play','30a',1767225600000,'key 108:2');
INSERT INTO "actions" VALUES(288,6,15,0,'play','end',1767225600000,'key 108:3');
INSERT INTO "actions" VALUES(289,6,16,1,'play','38a',1767225600000,'key 109:0');
INSERT INTO "actions" VALUES(290,6,17,1,'play','28a',1767225600000,'key 109:1');
INSERT INTO "actions" VALUES(291,6,18,1,'play','end',1767225600000,'key 109:2');
INSERT INTO "actions" VALUES(292,6,19,0,'play','18a',1767225600000,'key 110:0');
INSERT INTO "actions" VALUES(293,6,20,0,'play','91d',1767225600000,'key 110:1');
INSERT INTO "actions" VALUES(294,6,21,0,'play','end',1767225600000,'key 110:2');
INSERT INTO "actions" VALUES(295,6,22,1,'play','23a',1767225600000,'key 111:0');
INSERT INTO "actions" VALUES(296,6,23,1,'play','13a',1767225600000,'key 111:1');
INSERT INTO "actions" VALUES(297,6,24,1,'play','end',1767225600000,'key 111:2');
INSERT INTO "actions" VALUES(298,6,25,0,'play','03a',1767225600000,'key 112:0');
INSERT INTO "actions" VALUES(299,6,26,0,'play','80c',1767225600000,'key 112:1');
INSERT INTO "actions" VALUES(300,6,27,0,'play','end',1767225600000,'key 112:2');
INSERT INTO "actions" VALUES(301,6,28,1,'play','82d',1767225600000,'key 113:0');
INSERT INTO "actions" VALUES(302,6,29,1,'play','24b',1767225600000,'key 113:1');
INSERT INTO "actions" VALUES(303,6,30,1,'play','end',1767225600000,'key 113:2');
INSERT INTO "actions" VALUES(304,6,31,0,'play','36b',1767225600000,'key 114:0');
INSERT INTO "actions" VALUES(305,6,32,0,'play','42b',1767225600000,'key 114:1');
INSERT INTO "actions" VALUES(306,6,33,0,'play','end',1767225600000,'key 114:2');
INSERT INTO "actions" VALUES(307,6,34,1,'play','43b',1767225600000,'key 115:0');
INSERT INTO "actions" VALUES(308,6,35,1,'play','49b',1767225600000,'key 115:1');
INSERT INTO "actions" VALUES(309,6,36,1,'play','51b',1767225600000,'key 115:2');
INSERT INTO "actions" VALUES(310,6,37,1,'play','end',1767225600000,'key 115:3');
INSERT INTO "actions" VALUES(311,6,38,0,'play','72c',1767225600000,'key 116:0');
INSERT INTO "actions" VALUES(312,6,39,0,'play','68c',1767225600000,'key 116:1');
INSERT INTO "actions" VALUES(313,6,40,0,'play','end',1767225600000,'key 116:2');
INSERT INTO "actions" VALUES(314,6,41,1,'play','54b',1767225600000,'key 117:0');
INSERT INTO "actions" VALUES(315,6,42,1,'play','10a',1767225600000,'key 117:1');
INSERT INTO "actions" VALUES(316,6,43,1,'play','end',1767225600000,'key 117:2');
INSERT INTO "actions" VALUES(317,6,44,0,'play','63c',1767225600000,'key 118:0');
INSERT INTO "actions" VALUES(318,6,45,0,'play','60c',1767225600000,'key 118:1');
INSERT INTO "actions" VALUES(319,6,46,0,'play','end',1767225600000,'key 118:2');
INSERT INTO "actions" VALUES(320,6,47,1,'play','75d',1767225600000,'key 119:0');
INSERT INTO "actions" VALUES(321,6,48,1,'play','74d',1767225600000,'key 119:1');
INSERT INTO "actions" VALUES(322,6,49,1,'play','end',1767225600000,'key 119:2');
INSERT INTO "actions" VALUES(323,6,50,0,'play','20a',1767225600000,'key 120:0');
INSERT INTO "actions" VALUES(324,6,51,0,'play','48c',1767225600000,'key 120:1');
INSERT INTO "actions" VALUES(325,6,52,0,'play','47c',1767225600000,'key 120:2');
INSERT INTO "actions" VALUES(326,6,53,0,'play','45c',1767225600000,'key 120:3');
INSERT INTO "actions" VALUES(327,6,54,0,'play','end',1767225600000,'key 120:4');
INSERT INTO "actions" VALUES(328,6,55,1,'play','58b',1767225600000,'key 121:0');
INSERT INTO "actions" VALUES(329,6,56,1,'play','59b',1767225600000,'key 121:1');
INSERT INTO "actions" VALUES(330,6,57,1,'play','end',1767225600000,'key 121:2');
INSERT INTO "actions" VALUES(331,6,58,0,'play','73d',1767225600000,'key 122:0');
INSERT INTO "actions" VALUES(332,6,59,0,'play','57d',1767225600000,'key 122:1');
INSERT INTO "actions" VALUES(333,6,60,0,'play','end',1767225600000,'key 122:2');
INSERT INTO "actions" VALUES(334,6,61,1,'play','40c',1767225600000,'key 123:0');
INSERT INTO "actions" VALUES(335,6,62,1,'play','65b',1767225600000,'key 123:1');
INSERT INTO "actions" VALUES(336,6,63,1,'play','66b',1767225600000,'key 123:2');
INSERT INTO "actions" VALUES(337,6,64,1,'play','end',1767225600000,'key 123:3');
INSERT INTO "actions" VALUES(338,6,65,0,'play','67d',1767225600000,'key 124:0');
INSERT INTO "actions" VALUES(339,6,66,0,'play','37c',1767225600000,'key 124:1');
INSERT INTO "actions" VALUES(340,6,67,0,'play','81b',1767225600000,'key 124:2');
INSERT INTO "actions" VALUES(341,6,68,0,'play','end',1767225600000,'key 124:3');
INSERT INTO "actions" VALUES(342,6,69,1,'play','25a',1767225600000,'key 125:0');
INSERT INTO "actions" VALUES(343,6,70,1,'play','27a',1767225600000,'key 125:1');
INSERT INTO "actions" VALUES(344,6,71,1,'play','end',1767225600000,'key 125:2');
INSERT INTO "actions" VALUES(345,6,72,0,'play','89b',1767225600000,'key 126:0');
INSERT INTO "actions" VALUES(346,6,73,0,'play','99b',1767225600000,'key 126:1');
INSERT INTO "actions" VALUES(347,6,74,0,'play','end',1767225600000,'key 126:2');
INSERT INTO "actions" VALUES(348,6,75,1,'play','55d',1767225600000,'key 127:0');
INSERT INTO "actions" VALUES(349,6,76,1,'play','44d',1767225600000,'key 127:1');
INSERT INTO "actions" VALUES(350,6,77,1,'play','end',1767225600000,'key 127:2');
INSERT INTO "actions" VALUES(351,6,78,0,'play','26c',1767225600000,'key 128:0');
INSERT INTO "actions" VALUES(352,6,79,0,'play','16c',1767225600000,'key 128:1');
INSERT INTO "actions" VALUES(353,6,80,0,'play','11c',1767225600000,'key 128:2');
INSERT INTO "actions" VALUES(354,6,81,0,'play','08c',1767225600000,'key 128:3');
INSERT INTO "actions" VALUES(355,6,82,0,'play','06c',1767225600000,'key 128:4');
INSERT INTO "actions" VALUES(356,6,83,0,'play','04d',1767225600000,'key 128:5');
INSERT INTO "actions" VALUES(357,6,84,0,'play','end',1767225600000,'key 128:6');
INSERT INTO "actions" VALUES(358,6,85,1,'play','17a',1767225600000,'key 129:0');
INSERT INTO "actions" VALUES(359,6,86,1,'play','35a',1767225600000,'key 129:1');
INSERT INTO "actions" VALUES(360,6,87,1,'play','end',1767225600000,'key 129:2');
INSERT INTO "actions" VALUES(361,6,88,0,'play','50a',1767225600000,'key 130:0');
INSERT INTO "actions" VALUES(362,6,89,0,'play','53a',1767225600000,'key 130:1');
INSERT INTO "actions" VALUES(363,6,90,0,'play','end',1767225600000,'key 130:2');
INSERT INTO "actions" VALUES(364,6,91,1,'play','87a',1767225600000,'key 131:0');
INSERT INTO "actions" VALUES(365,6,92,1,'play','92a',1767225600000,'key 131:1');
INSERT INTO "actions" VALUES(366,6,93,1,'play','93a',1767225600000,'key 131:2');
INSERT INTO "actions" VALUES(367,6,94,1,'play','end',1767225600000,'key 131:3');
INSERT INTO "actions" VALUES(368,6,95,0,'play','96a',1767225600000,'key 132:0');
INSERT INTO "actions" VALUES(369,6,96,0,'play','86a',1767225600000,'key 132:1');
INSERT INTO "actions" VALUES(370,6,97,0,'play','end',1767225600000,'key 132:2');
INSERT INTO "actions" VALUES(371,6,98,1,'play','97a',1767225600000,'key 133:0');
INSERT INTO "actions" VALUES(372,6,99,1,'play','98a',1767225600000,'key 133:1');
INSERT INTO "actions" VALUES(373,6,100,1,'play','end',1767225600000,'key 133:2');
CREATE TABLE careers (
    scope INTEGER NOT NULL,
    game TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    streak INTEGER NOT NULL, -- wins in a row, or losses below zero
    best_streak INTEGER NOT NULL,
    chain INTEGER NOT NULL,
    chain_game INTEGER,
    fastest INTEGER, -- turns
    fastest_game INTEGER,
    PRIMARY KEY (scope, game, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "careers" VALUES(0,'le-duel',1,-1,1,1,1,41,1);
INSERT INTO "careers" VALUES(0,'le-duel',2,1,1,1,1,1,2);
INSERT INTO "careers" VALUES(100,'le-duel',1,-1,1,1,1,41,1);
INSERT INTO "careers" VALUES(100,'le-duel',2,1,1,1,1,1,2);
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
INSERT INTO "challenges" VALUES(1,'key 1',100,200,NULL,1,2,NULL,'le-duel','{"first": null}','live',1,'mot','challenge:key 1',X'F00D9CA07F97DF0310DC4CF04A2EB3A328A0E370B65A73EC10B58D91C2E870D4','d21d15eee19ef20547025122da4dbe1678f2ef0f18d604c898bed72286b64996','accepted','open',1767225600000,1767226500000,1,NULL);
INSERT INTO "challenges" VALUES(2,'key 44',100,200,NULL,1,2,NULL,'le-duel','{"first": 1}','daily',1,'1:key 44','challenge:key 44',X'E12A7E051731CF1DBEEFA2142A8E1ABB1EB5898E2CBE4AA522120829A5588DC7','921036355a2bd352074b92763ba74d910b0878b01b9865ceb345c43f8bdaad84','accepted','open',1767225600000,1767226500000,2,NULL);
INSERT INTO "challenges" VALUES(3,'key 48',100,200,NULL,2,1,NULL,'le-duel','{"first": 1}','daily',1,'2:key 48','challenge:key 48',X'EEF2EAE2699D81C58D176A9A58D4BF183DF2ACB6844B9EEBF1CC60AE460EC50D','bee1aea7d2f5505da95d4aa20230fce85d779aba0584191819433c635841758f','open','open',1767225600000,1767226500000,NULL,2);
INSERT INTO "challenges" VALUES(4,'key 49',100,200,NULL,1,2,NULL,'le-duel','{"first": null}','daily',1,'1:key 49','challenge:key 49',X'DC968997B2904BCDB46F90378701F86FB09B17274579E9D75601CDAAECD0A5FB','5334601b01bfae55963bc4232bfef669380379acf64f9590ba1c4d3b3a3f2d22','accepted','open',1767225600000,1767226500000,3,NULL);
INSERT INTO "challenges" VALUES(5,'key 54',100,200,NULL,1,NULL,'greedy','le-duel','{"first": null}','none',0,'1:key 54','challenge:key 54',X'2F23FE61002DDF2EB8B73A421501D0C170735418F617BAC812F9FB0EE64A6531','3ca1b494549274cc9c8deb4336b7fe389f79d7c4bd771769c4dd900cb9a813e1','accepted','accepted',1767225600000,1767226500000,4,NULL);
INSERT INTO "challenges" VALUES(6,'key 55',100,200,NULL,1,3,NULL,'le-duel','{"first": null}','live',1,'1:key 55','challenge:key 55',X'495403E8EE8FCCA49DD1ADE53706EDEC30B737F3F7D1B5AB864FFD433EA15C52','557bf0834b2aea058c791d7ed6cd2ebee0d1af0f328ebae135f5500313a0023d','open','open',1767225600000,1767226500000,NULL,NULL);
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
, finish INTEGER, dealt TEXT) STRICT;
INSERT INTO "games" VALUES(1,'le-duel',1,100,200,'{"first": null}','live',1,'challenge:key 1',X'F00D9CA07F97DF0310DC4CF04A2EB3A328A0E370B65A73EC10B58D91C2E870D4','d21d15eee19ef20547025122da4dbe1678f2ef0f18d604c898bed72286b64996',1,'{"sides":[{"hand":[9,15,17,19,41,55],"draw":[26,3,52,24,29,16,8,47,20,32],"up":55,"down":22},{"hand":[8,9,20,39,42,52],"draw":[34,14,58,29,7,56,25,23,27,17],"up":53,"down":4}],"turn":1,"staged":"","last":{"seat":0,"places":"53^E,22vA","drawn":2},"turns":41,"outcome":{"reason":"stuck","winners":[0],"scores":[42,42]}}',125,125,125,NULL,0,NULL,1767225600000,1767225600000,1767225600000,'stuck','[0]',NULL,1,NULL);
INSERT INTO "games" VALUES(2,'le-duel',1,100,200,'{"first": 1}','daily',1,'challenge:key 44',X'E12A7E051731CF1DBEEFA2142A8E1ABB1EB5898E2CBE4AA522120829A5588DC7','921036355a2bd352074b92763ba74d910b0878b01b9865ceb345c43f8bdaad84',1,'{"sides":[{"hand":[3,20,30,32,44,59],"draw":[23,58,40,38,49,14,56,22,19,48,35,15,13,45,16,21,37,8,50,7,18,9,54,42,47,27,12,25,24,41,52,34,51,31,39,53,6,11,2,36,55,26,4,33,29,17,10,57,28,46,43,5],"up":1,"down":60},{"hand":[11,24,27,32,33,38],"draw":[59,10,30,52,15,26,56,40,12,16,18,46,8,23,42,25,9,17,21,41,43,39,34,58,7,35,47,20,29,49,53,4,14,31,36,37,28,19,48,45,50,2,44,3,5,22,51,55,54,13],"up":6,"down":57}],"turn":0,"staged":"","last":{"seat":1,"places":"57vA,06^A","drawn":2},"turns":1,"outcome":null}',4,4,-1,NULL,0,NULL,1767225600000,1767225600000,1767225600000,'resigned','[1]',NULL,2,NULL);
INSERT INTO "games" VALUES(3,'le-duel',1,100,200,'{"first": null}','daily',1,'challenge:key 49',X'DC968997B2904BCDB46F90378701F86FB09B17274579E9D75601CDAAECD0A5FB','5334601b01bfae55963bc4232bfef669380379acf64f9590ba1c4d3b3a3f2d22',1,'{"sides":[{"hand":[3,18,26,30,32,58],"draw":[6,47,14,35,55,19,33,28,56,13,27,39,29,54,24,22,46,12,48,8,53,41,21,11,34,36,23,31,40,5,44,9,7,52,45,2,15,59,20,43,51,25,42,16,4,17,37,50,38,49],"up":10,"down":57},{"hand":[7,18,25,27,32,33],"draw":[11,5,29,20,58,23,16,19,38,26,56,48,14,39,44,9,40,37,3,55,45,8,42,28,15,22,21,53,59,13,10,43,6,36,34,30,2,46,51,54,35,17,52,50,57,4,47,31,12,24],"up":1,"down":41}],"turn":0,"staged":"","last":{"seat":1,"places":"49vA,41vA","drawn":2},"turns":2,"outcome":null}',6,6,-1,1767312000000,0,0,1767225600000,1767225600000,NULL,NULL,'[]',NULL,NULL,NULL);
INSERT INTO "games" VALUES(4,'le-duel',1,100,200,'{"first": null}','none',0,'challenge:key 54',X'2F23FE61002DDF2EB8B73A421501D0C170735418F617BAC812F9FB0EE64A6531','3ca1b494549274cc9c8deb4336b7fe389f79d7c4bd771769c4dd900cb9a813e1',1,'{"sides":[{"hand":[30,32,39,45,49,53],"draw":[13,31,44,4,28,9,33,59,15,29,52,23,48,17,27,41,5,7,43,11,58,55,51,36,20,12,26,54,34,24,57,50,56,16,14,6,35,22,25,37,18,47,40,19,2,8,10,38,46,21,42,3],"up":1,"down":60},{"hand":[14,15,20,41,44,56],"draw":[25,6,39,30,3,32,37,57,10,35,34,19,13,55,4,38,24,29,16,53,36,17,7,31,47,8,2,42,12,27,43,11,21,51,54,48,23,59,18,40,46,49,22,9,5,28,26,50,58,45,52,33],"up":1,"down":60}],"turn":1,"staged":"","last":null,"turns":0,"outcome":null}',0,0,-1,NULL,0,NULL,1767225600000,1767225600000,NULL,NULL,'[]',NULL,NULL,NULL);
INSERT INTO "games" VALUES(5,'the-game',1,100,200,'{"expert": false, "fewer": false, "fire": false}','live',0,'lobby:key 56',X'88333D8B4761A8EC9743C95C7818334AD4C6449836D6511C53E631B7AEECF2BC','8e7bdde48f9d769d36982338d17632e5f37a539632a59cd635ab5be0d5b96cda',1,'{"mode":{"expert":false,"fewer":false,"fire":false},"hands":[[35,46],[64,67]],"draw":[],"lot":1,"turn":0,"tops":[99,93,15,28],"staged":"","signals":[],"last":{"seat":1,"places":"15c","drawn":0,"claimed":false},"turns":43,"outcome":{"reason":"blocked","winners":[],"scores":[4,4]}}',138,138,-1,NULL,0,NULL,1767225600000,1767225600000,1767225600000,'blocked','[]',NULL,3,NULL);
INSERT INTO "games" VALUES(6,'the-game',1,100,200,'{"expert": false, "fewer": false, "fire": true}','live',0,'lobby:key 102',X'7E225D62D6858167E1276DC172E7588C351351D70D833859A3F6572DF8628C16','0276b9375a549a4de501f76722248cde187e080ad651ad8a34d13d1aa835d557',1,'{"mode":{"expert":false,"fewer":false,"fire":true},"hands":[[22,52,56,62,78,79,85],[12,19,34,39,41,61,64]],"draw":[76,21,33,31,94,32,14,69,77,46,9,70,95,71],"lot":1,"turn":0,"tops":[98,99,6,4],"staged":"","signals":[],"last":{"seat":1,"places":"97a,98a","drawn":2,"claimed":false},"turns":29,"outcome":{"reason":"blocked","winners":[],"scores":[28,28]}}',100,100,-1,NULL,0,NULL,1767225600000,1767225600000,1767225600000,'blocked','[]',NULL,4,NULL);
CREATE TABLE lobbies (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    host_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    clock TEXT NOT NULL,
    places TEXT NOT NULL, -- who sits there, in order: person or computer, and their cut
    binding TEXT NOT NULL UNIQUE,
    secret BLOB NOT NULL,
    commitment TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'open',
    revision INTEGER NOT NULL DEFAULT 0,
    shown_revision INTEGER NOT NULL DEFAULT 0, -- what its message shows
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    game_id INTEGER REFERENCES games (id),
    rematch_of INTEGER REFERENCES games (id)
) STRICT;
INSERT INTO "lobbies" VALUES(1,'key 56',100,200,NULL,1,'the-game','{"expert": false, "fewer": false, "fire": false}','live','[[1, null, "1:key 56"], [2, null, "2:key 57"]]','lobby:key 56',X'88333D8B4761A8EC9743C95C7818334AD4C6449836D6511C53E631B7AEECF2BC','8e7bdde48f9d769d36982338d17632e5f37a539632a59cd635ab5be0d5b96cda','started',2,2,1767225600000,1767226500000,5,NULL);
INSERT INTO "lobbies" VALUES(2,'key 102',100,200,NULL,1,'the-game','{"expert": false, "fewer": false, "fire": true}','live','[[1, null, "1:key 102"], [2, null, "2:key 103"]]','lobby:key 102',X'7E225D62D6858167E1276DC172E7588C351351D70D833859A3F6572DF8628C16','0276b9375a549a4de501f76722248cde187e080ad651ad8a34d13d1aa835d557','started',2,2,1767225600000,1767226500000,6,NULL);
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "meta" VALUES('alive_at','1767225600000');
CREATE TABLE openings (
    scope INTEGER NOT NULL,
    game TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    opening TEXT NOT NULL,
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    PRIMARY KEY (scope, game, user_id, opening)
) STRICT, WITHOUT ROWID;
INSERT INTO "openings" VALUES(0,'le-duel',1,'^ ^',1,1);
INSERT INTO "openings" VALUES(0,'le-duel',2,'^ v',1,1);
INSERT INTO "openings" VALUES(0,'le-duel',2,'v v',1,0);
INSERT INTO "openings" VALUES(100,'le-duel',1,'^ ^',1,1);
INSERT INTO "openings" VALUES(100,'le-duel',2,'^ v',1,1);
INSERT INTO "openings" VALUES(100,'le-duel',2,'v v',1,0);
CREATE TABLE people (
    user_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    locale TEXT NOT NULL,
    seen_at INTEGER NOT NULL
) STRICT;
INSERT INTO "people" VALUES(1,'Alice','fr',1);
INSERT INTO "people" VALUES(2,'Bob','fr',1);
CREATE TABLE results (
    game_id INTEGER NOT NULL REFERENCES games (id),
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    finish INTEGER NOT NULL,
    game TEXT NOT NULL,
    guild_id INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    season TEXT NOT NULL, -- the server's, as its settings were then
    turns INTEGER NOT NULL,
    score TEXT NOT NULL,
    is_first INTEGER NOT NULL,
    chain INTEGER NOT NULL,
    is_contest INTEGER NOT NULL,
    is_counted INTEGER NOT NULL,
    -- from here on it follows from the rest
    nth INTEGER NOT NULL, -- of this person's finished games
    nth_here INTEGER NOT NULL, -- of those in this server
    weight REAL NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    gain INTEGER NOT NULL,
    mu_here REAL NOT NULL,
    sigma_here REAL NOT NULL,
    gain_here INTEGER NOT NULL, opening TEXT,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "results" VALUES(1,0,1,1,'le-duel',100,1767225600000,'2026-01',41,'win',1,1,1,1,1,1,1.0,2.76353894931404973087e+01,8.06590141354368,158,2.76353894931404973087e+01,8.06590141354368,158,'^ ^');
INSERT INTO "results" VALUES(1,1,2,1,'le-duel',100,1767225600000,'2026-01',41,'loss',0,1,1,1,1,1,1.0,2.23646105068595026912e+01,8.06590141354368,-158,2.23646105068595026912e+01,8.06590141354368,-158,'v v');
INSERT INTO "results" VALUES(2,0,1,2,'le-duel',100,1767225600000,'2026-01',1,'loss',0,0,1,0,2,2,0.0,2.76353894931404973087e+01,8.06590141354368,0,2.76353894931404973087e+01,8.06590141354368,0,NULL);
INSERT INTO "results" VALUES(2,1,2,2,'le-duel',100,1767225600000,'2026-01',1,'win',1,0,1,0,2,2,0.0,2.23646105068595026912e+01,8.06590141354368,0,2.23646105068595026912e+01,8.06590141354368,0,'^ v');
INSERT INTO "results" VALUES(5,0,1,3,'the-game',100,1767225600000,'2026-01',43,'loss',1,0,0,0,3,3,0.0,25.0,8.33333333333333392545e+00,0,25.0,8.33333333333333392545e+00,0,NULL);
INSERT INTO "results" VALUES(5,1,2,3,'the-game',100,1767225600000,'2026-01',43,'loss',0,0,0,0,3,3,0.0,25.0,8.33333333333333392545e+00,0,25.0,8.33333333333333392545e+00,0,NULL);
INSERT INTO "results" VALUES(6,0,1,4,'the-game',100,1767225600000,'2026-01',29,'loss',1,0,0,0,4,4,0.0,25.0,8.33333333333333392545e+00,0,25.0,8.33333333333333392545e+00,0,NULL);
INSERT INTO "results" VALUES(6,1,2,4,'the-game',100,1767225600000,'2026-01',29,'loss',0,0,0,0,4,4,0.0,25.0,8.33333333333333392545e+00,0,25.0,8.33333333333333392545e+00,0,NULL);
CREATE TABLE rivalries (
    scope INTEGER NOT NULL,
    game TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    rival_id INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    PRIMARY KEY (scope, game, user_id, rival_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "rivalries" VALUES(0,'le-duel',1,2,1,0,1);
INSERT INTO "rivalries" VALUES(0,'le-duel',2,1,1,0,1);
INSERT INTO "rivalries" VALUES(100,'le-duel',1,2,1,0,1);
INSERT INTO "rivalries" VALUES(100,'le-duel',2,1,1,0,1);
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
INSERT INTO "seats" VALUES(2,0,1,NULL,'1:key 44',0,0,1767225600000);
INSERT INTO "seats" VALUES(2,1,2,NULL,'2:key 45',0,0,1767225600000);
INSERT INTO "seats" VALUES(3,0,1,NULL,'1:key 49',0,0,NULL);
INSERT INTO "seats" VALUES(3,1,2,NULL,'2:key 50',0,0,NULL);
INSERT INTO "seats" VALUES(4,0,1,NULL,'1:key 54',0,0,NULL);
INSERT INTO "seats" VALUES(4,1,NULL,'greedy','',0,0,NULL);
INSERT INTO "seats" VALUES(5,0,1,NULL,'1:key 56',0,0,1767225600000);
INSERT INTO "seats" VALUES(5,1,2,NULL,'2:key 57',0,0,1767225600000);
INSERT INTO "seats" VALUES(6,0,1,NULL,'1:key 102',0,0,1767225600000);
INSERT INTO "seats" VALUES(6,1,2,NULL,'2:key 103',0,0,1767225600000);
CREATE TABLE servers (
    guild_id INTEGER PRIMARY KEY,
    channels TEXT NOT NULL DEFAULT '[]',
    threads INTEGER NOT NULL DEFAULT 0,
    clock TEXT NOT NULL DEFAULT 'live',
    language TEXT,
    reminders INTEGER NOT NULL DEFAULT 1
, ratings INTEGER NOT NULL DEFAULT 1, results_channel INTEGER, season_start INTEGER NOT NULL DEFAULT 1) STRICT;
INSERT INTO "servers" VALUES(100,'[200]',0,'live','fr',1,1,NULL,1);
CREATE TABLE shown (
    game_id INTEGER NOT NULL REFERENCES games (id),
    role TEXT NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    revision INTEGER NOT NULL,
    posted_at INTEGER NOT NULL,
    PRIMARY KEY (game_id, role)
) STRICT, WITHOUT ROWID;
INSERT INTO "shown" VALUES(1,'table',200,300,125,1);
CREATE TABLE standings (
    scope INTEGER NOT NULL,
    game TEXT NOT NULL,
    period TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    points INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    PRIMARY KEY (scope, game, period, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "standings" VALUES(0,'le-duel','all',1,2.76353894931404973087e+01,8.06590141354368,206,1,0,0);
INSERT INTO "standings" VALUES(0,'le-duel','all',2,2.23646105068595026912e+01,8.06590141354368,-110,0,0,1);
INSERT INTO "standings" VALUES(0,'le-duel','month 2026-01',1,2.76353894931404973087e+01,8.06590141354368,206,1,0,0);
INSERT INTO "standings" VALUES(0,'le-duel','month 2026-01',2,2.23646105068595026912e+01,8.06590141354368,-110,0,0,1);
INSERT INTO "standings" VALUES(0,'le-duel','season 2026-01',1,2.76353894931404973087e+01,8.06590141354368,206,1,0,0);
INSERT INTO "standings" VALUES(0,'le-duel','season 2026-01',2,2.23646105068595026912e+01,8.06590141354368,-110,0,0,1);
INSERT INTO "standings" VALUES(0,'le-duel','week 2026-01',1,2.76353894931404973087e+01,8.06590141354368,206,1,0,0);
INSERT INTO "standings" VALUES(0,'le-duel','week 2026-01',2,2.23646105068595026912e+01,8.06590141354368,-110,0,0,1);
INSERT INTO "standings" VALUES(100,'le-duel','all',1,2.76353894931404973087e+01,8.06590141354368,206,1,0,0);
INSERT INTO "standings" VALUES(100,'le-duel','all',2,2.23646105068595026912e+01,8.06590141354368,-110,0,0,1);
INSERT INTO "standings" VALUES(100,'le-duel','month 2026-01',1,2.76353894931404973087e+01,8.06590141354368,206,1,0,0);
INSERT INTO "standings" VALUES(100,'le-duel','month 2026-01',2,2.23646105068595026912e+01,8.06590141354368,-110,0,0,1);
INSERT INTO "standings" VALUES(100,'le-duel','season 2026-01',1,2.76353894931404973087e+01,8.06590141354368,206,1,0,0);
INSERT INTO "standings" VALUES(100,'le-duel','season 2026-01',2,2.23646105068595026912e+01,8.06590141354368,-110,0,0,1);
INSERT INTO "standings" VALUES(100,'le-duel','week 2026-01',1,2.76353894931404973087e+01,8.06590141354368,206,1,0,0);
INSERT INTO "standings" VALUES(100,'le-duel','week 2026-01',2,2.23646105068595026912e+01,8.06590141354368,-110,0,0,1);
CREATE TABLE tallies (
    scope INTEGER NOT NULL,
    game TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    is_first INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    PRIMARY KEY (scope, game, user_id, seat, is_first)
) STRICT, WITHOUT ROWID;
INSERT INTO "tallies" VALUES(0,'le-duel',1,0,0,0,0,1);
INSERT INTO "tallies" VALUES(0,'le-duel',1,0,1,1,0,0);
INSERT INTO "tallies" VALUES(0,'le-duel',2,1,0,0,0,1);
INSERT INTO "tallies" VALUES(0,'le-duel',2,1,1,1,0,0);
INSERT INTO "tallies" VALUES(100,'le-duel',1,0,0,0,0,1);
INSERT INTO "tallies" VALUES(100,'le-duel',1,0,1,1,0,0);
INSERT INTO "tallies" VALUES(100,'le-duel',2,1,0,0,0,1);
INSERT INTO "tallies" VALUES(100,'le-duel',2,1,1,1,0,0);
CREATE TABLE team_records (
    scope INTEGER NOT NULL,
    game TEXT NOT NULL,
    period TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    size INTEGER NOT NULL,
    mode TEXT NOT NULL,
    games INTEGER NOT NULL,
    beaten INTEGER NOT NULL,
    cards_left INTEGER NOT NULL, -- in all of them together
    best INTEGER NOT NULL,
    best_game INTEGER NOT NULL, -- the first that reached it
    PRIMARY KEY (scope, game, period, user_id, size, mode)
) STRICT, WITHOUT ROWID;
INSERT INTO "team_records" VALUES(0,'the-game','all',1,2,'',1,0,4,4,5);
INSERT INTO "team_records" VALUES(0,'the-game','all',1,2,'fire',1,0,28,28,6);
INSERT INTO "team_records" VALUES(0,'the-game','all',2,2,'',1,0,4,4,5);
INSERT INTO "team_records" VALUES(0,'the-game','all',2,2,'fire',1,0,28,28,6);
INSERT INTO "team_records" VALUES(0,'the-game','month 2026-01',1,2,'',1,0,4,4,5);
INSERT INTO "team_records" VALUES(0,'the-game','month 2026-01',1,2,'fire',1,0,28,28,6);
INSERT INTO "team_records" VALUES(0,'the-game','month 2026-01',2,2,'',1,0,4,4,5);
INSERT INTO "team_records" VALUES(0,'the-game','month 2026-01',2,2,'fire',1,0,28,28,6);
INSERT INTO "team_records" VALUES(0,'the-game','season 2026-01',1,2,'',1,0,4,4,5);
INSERT INTO "team_records" VALUES(0,'the-game','season 2026-01',1,2,'fire',1,0,28,28,6);
INSERT INTO "team_records" VALUES(0,'the-game','season 2026-01',2,2,'',1,0,4,4,5);
INSERT INTO "team_records" VALUES(0,'the-game','season 2026-01',2,2,'fire',1,0,28,28,6);
INSERT INTO "team_records" VALUES(0,'the-game','week 2026-01',1,2,'',1,0,4,4,5);
INSERT INTO "team_records" VALUES(0,'the-game','week 2026-01',1,2,'fire',1,0,28,28,6);
INSERT INTO "team_records" VALUES(0,'the-game','week 2026-01',2,2,'',1,0,4,4,5);
INSERT INTO "team_records" VALUES(0,'the-game','week 2026-01',2,2,'fire',1,0,28,28,6);
INSERT INTO "team_records" VALUES(100,'the-game','all',1,2,'',1,0,4,4,5);
INSERT INTO "team_records" VALUES(100,'the-game','all',1,2,'fire',1,0,28,28,6);
INSERT INTO "team_records" VALUES(100,'the-game','all',2,2,'',1,0,4,4,5);
INSERT INTO "team_records" VALUES(100,'the-game','all',2,2,'fire',1,0,28,28,6);
INSERT INTO "team_records" VALUES(100,'the-game','month 2026-01',1,2,'',1,0,4,4,5);
INSERT INTO "team_records" VALUES(100,'the-game','month 2026-01',1,2,'fire',1,0,28,28,6);
INSERT INTO "team_records" VALUES(100,'the-game','month 2026-01',2,2,'',1,0,4,4,5);
INSERT INTO "team_records" VALUES(100,'the-game','month 2026-01',2,2,'fire',1,0,28,28,6);
INSERT INTO "team_records" VALUES(100,'the-game','season 2026-01',1,2,'',1,0,4,4,5);
INSERT INTO "team_records" VALUES(100,'the-game','season 2026-01',1,2,'fire',1,0,28,28,6);
INSERT INTO "team_records" VALUES(100,'the-game','season 2026-01',2,2,'',1,0,4,4,5);
INSERT INTO "team_records" VALUES(100,'the-game','season 2026-01',2,2,'fire',1,0,28,28,6);
INSERT INTO "team_records" VALUES(100,'the-game','week 2026-01',1,2,'',1,0,4,4,5);
INSERT INTO "team_records" VALUES(100,'the-game','week 2026-01',1,2,'fire',1,0,28,28,6);
INSERT INTO "team_records" VALUES(100,'the-game','week 2026-01',2,2,'',1,0,4,4,5);
INSERT INTO "team_records" VALUES(100,'the-game','week 2026-01',2,2,'fire',1,0,28,28,6);
CREATE TABLE team_scores (
    game_id INTEGER PRIMARY KEY REFERENCES games (id),
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    size INTEGER NOT NULL, -- how many sat down
    mode TEXT NOT NULL, -- the options that were on, and whether computers helped
    score INTEGER NOT NULL, -- fewer is better
    ended_at INTEGER NOT NULL
) STRICT;
INSERT INTO "team_scores" VALUES(5,100,'the-game',2,'',4,1767225600000);
INSERT INTO "team_scores" VALUES(6,100,'the-game',2,'fire',28,1767225600000);
CREATE TABLE team_tallies (
    scope INTEGER NOT NULL,
    game TEXT NOT NULL,
    period TEXT NOT NULL,
    size INTEGER NOT NULL,
    mode TEXT NOT NULL,
    score INTEGER NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (scope, game, period, size, mode, score)
) STRICT, WITHOUT ROWID;
INSERT INTO "team_tallies" VALUES(0,'the-game','all',2,'',4,1);
INSERT INTO "team_tallies" VALUES(0,'the-game','all',2,'fire',28,1);
INSERT INTO "team_tallies" VALUES(0,'the-game','month 2026-01',2,'',4,1);
INSERT INTO "team_tallies" VALUES(0,'the-game','month 2026-01',2,'fire',28,1);
INSERT INTO "team_tallies" VALUES(0,'the-game','season 2026-01',2,'',4,1);
INSERT INTO "team_tallies" VALUES(0,'the-game','season 2026-01',2,'fire',28,1);
INSERT INTO "team_tallies" VALUES(0,'the-game','week 2026-01',2,'',4,1);
INSERT INTO "team_tallies" VALUES(0,'the-game','week 2026-01',2,'fire',28,1);
INSERT INTO "team_tallies" VALUES(100,'the-game','all',2,'',4,1);
INSERT INTO "team_tallies" VALUES(100,'the-game','all',2,'fire',28,1);
INSERT INTO "team_tallies" VALUES(100,'the-game','month 2026-01',2,'',4,1);
INSERT INTO "team_tallies" VALUES(100,'the-game','month 2026-01',2,'fire',28,1);
INSERT INTO "team_tallies" VALUES(100,'the-game','season 2026-01',2,'',4,1);
INSERT INTO "team_tallies" VALUES(100,'the-game','season 2026-01',2,'fire',28,1);
INSERT INTO "team_tallies" VALUES(100,'the-game','week 2026-01',2,'',4,1);
INSERT INTO "team_tallies" VALUES(100,'the-game','week 2026-01',2,'fire',28,1);
CREATE TABLE tiers (
    scope INTEGER NOT NULL,
    game TEXT NOT NULL,
    period TEXT NOT NULL,
    tier INTEGER NOT NULL,
    people INTEGER NOT NULL,
    PRIMARY KEY (scope, game, period, tier)
) STRICT, WITHOUT ROWID;
INSERT INTO "tiers" VALUES(0,'le-duel','all',-4,1);
INSERT INTO "tiers" VALUES(0,'le-duel','all',8,1);
INSERT INTO "tiers" VALUES(0,'le-duel','month 2026-01',-4,1);
INSERT INTO "tiers" VALUES(0,'le-duel','month 2026-01',8,1);
INSERT INTO "tiers" VALUES(0,'le-duel','season 2026-01',-4,1);
INSERT INTO "tiers" VALUES(0,'le-duel','season 2026-01',8,1);
INSERT INTO "tiers" VALUES(0,'le-duel','week 2026-01',-4,1);
INSERT INTO "tiers" VALUES(0,'le-duel','week 2026-01',8,1);
INSERT INTO "tiers" VALUES(100,'le-duel','all',-4,1);
INSERT INTO "tiers" VALUES(100,'le-duel','all',8,1);
INSERT INTO "tiers" VALUES(100,'le-duel','month 2026-01',-4,1);
INSERT INTO "tiers" VALUES(100,'le-duel','month 2026-01',8,1);
INSERT INTO "tiers" VALUES(100,'le-duel','season 2026-01',-4,1);
INSERT INTO "tiers" VALUES(100,'le-duel','season 2026-01',8,1);
INSERT INTO "tiers" VALUES(100,'le-duel','week 2026-01',-4,1);
INSERT INTO "tiers" VALUES(100,'le-duel','week 2026-01',8,1);
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
CREATE UNIQUE INDEX games_finished ON games (finish) WHERE finish IS NOT NULL;
CREATE INDEX games_not_filed ON games (ended_at, id) WHERE ended_at IS NOT NULL AND finish IS NULL;
CREATE INDEX results_in_order ON results (finish);
CREATE INDEX results_of_person ON results (user_id, nth);
CREATE INDEX results_of_member ON results (user_id, guild_id, nth_here);
CREATE INDEX results_counted ON results (user_id, game, finish) WHERE is_counted = 1;
CREATE INDEX results_counted_here ON results (user_id, guild_id, game, finish) WHERE is_counted = 1;
CREATE INDEX results_lately ON results (user_id, game, ended_at) WHERE is_counted = 1;
CREATE INDEX standings_ranked ON standings (scope, game, period, points DESC, user_id);
CREATE INDEX standings_of_person ON standings (user_id);
CREATE TRIGGER standings_added AFTER INSERT ON standings BEGIN
    INSERT INTO tiers VALUES (new.scope, new.game, new.period, new.points / 25, 1)
    ON CONFLICT DO UPDATE SET people = people + 1;
END;
CREATE TRIGGER standings_moved AFTER UPDATE OF points ON standings WHEN old.points / 25 <> new.points / 25 BEGIN
    UPDATE tiers SET people = people - 1
    WHERE scope = old.scope AND game = old.game AND period = old.period AND tier = old.points / 25;
    INSERT INTO tiers VALUES (new.scope, new.game, new.period, new.points / 25, 1)
    ON CONFLICT DO UPDATE SET people = people + 1;
END;
CREATE TRIGGER standings_removed AFTER DELETE ON standings BEGIN
    UPDATE tiers SET people = people - 1
    WHERE scope = old.scope AND game = old.game AND period = old.period AND tier = old.points / 25;
END;
CREATE INDEX careers_of_person ON careers (user_id);
CREATE INDEX tallies_of_person ON tallies (user_id);
CREATE INDEX rivalries_of_person ON rivalries (user_id);
CREATE INDEX rivalries_of_rival ON rivalries (rival_id);
CREATE INDEX lobbies_open ON lobbies (expires_at) WHERE status = 'open';
CREATE INDEX lobbies_by_host ON lobbies (host_id) WHERE status = 'open';
CREATE INDEX lobbies_again ON lobbies (rematch_of) WHERE status = 'open';
CREATE INDEX lobbies_behind ON lobbies (id) WHERE shown_revision < revision;
CREATE INDEX team_scores_best ON team_scores (guild_id, game, size, mode, score, ended_at);
CREATE INDEX team_scores_everywhere ON team_scores (game, size, mode, score, ended_at);
CREATE VIEW team_boards AS
SELECT
    team_scores.*,
    iif(is_everywhere, 0, guild_id) AS scope,
    CASE kind
        WHEN 'season' THEN 'season ' || iif(
            is_everywhere,
            strftime('%Y-', ended_at / 1000, 'unixepoch')
                || printf('%02d', (strftime('%m', ended_at / 1000, 'unixepoch') - 1) / 3 * 3 + 1),
            (SELECT season FROM results WHERE results.game_id = team_scores.game_id LIMIT 1)
        )
        WHEN 'month' THEN strftime('month %Y-%m', ended_at / 1000, 'unixepoch')
        WHEN 'week' THEN strftime('week %Y-', ended_at / 1000, 'unixepoch', '-3 days', 'weekday 4')
            || printf('%02d', (strftime('%j', ended_at / 1000, 'unixepoch', '-3 days', 'weekday 4') - 1) / 7 + 1)
        ELSE kind
    END AS period
FROM team_scores
CROSS JOIN (SELECT 0 AS is_everywhere UNION ALL SELECT 1)
CROSS JOIN (SELECT 'all' AS kind UNION ALL SELECT 'season' UNION ALL SELECT 'month' UNION ALL SELECT 'week');
CREATE VIEW due_team_tallies AS
SELECT scope, game, period, size, mode, score, count(*) AS games
FROM team_boards GROUP BY scope, game, period, size, mode, score;
CREATE INDEX team_records_of_person ON team_records (user_id);
CREATE VIEW due_team_records AS
SELECT
    scope, game, period, user_id, size, mode, games, beaten, cards_left,
    first_best >> 40 AS best,
    (SELECT id FROM games WHERE finish = first_best & 0xFFFFFFFFFF) AS best_game
FROM (
    SELECT
        scope, team_boards.game, period, user_id, size, mode,
        count(*) AS games,
        sum(team_boards.score = 0) AS beaten,
        sum(team_boards.score) AS cards_left,
        min(team_boards.score << 40 | finish) AS first_best
    FROM team_boards JOIN results USING (game_id)
    WHERE user_id > 0
    GROUP BY scope, team_boards.game, period, user_id, size, mode
);
CREATE TRIGGER team_scored AFTER INSERT ON team_scores BEGIN
    INSERT INTO team_tallies
    SELECT scope, game, period, size, mode, score, 1 FROM team_boards WHERE game_id = new.game_id
    ON CONFLICT DO UPDATE SET games = games + 1;
    INSERT INTO team_records
    SELECT scope, team_boards.game, period, user_id, size, mode, 1, team_boards.score = 0, team_boards.score,
        team_boards.score, game_id
    FROM team_boards JOIN results USING (game_id) WHERE game_id = new.game_id AND user_id > 0
    ON CONFLICT DO UPDATE SET
        games = games + 1,
        beaten = beaten + excluded.beaten,
        cards_left = cards_left + excluded.cards_left,
        best_game = iif(excluded.best < best, excluded.best_game, best_game),
        best = min(best, excluded.best);
END;
CREATE INDEX openings_of_person ON openings (user_id);
CREATE VIEW result_openings AS
SELECT game_id, seat, iif(is_everywhere, 0, guild_id) AS scope, game, user_id, opening, score = 'win' AS is_win
FROM results CROSS JOIN (SELECT 0 AS is_everywhere UNION ALL SELECT 1)
WHERE opening IS NOT NULL AND is_contest = 1 AND user_id > 0;
CREATE VIEW due_openings AS
SELECT scope, game, user_id, opening, count(*) AS games, sum(is_win) AS wins
FROM result_openings GROUP BY scope, game, user_id, opening;
CREATE TRIGGER result_opened AFTER INSERT ON results BEGIN
    INSERT INTO openings
    SELECT scope, game, user_id, opening, 1, is_win FROM result_openings
    WHERE game_id = new.game_id AND seat = new.seat
    ON CONFLICT DO UPDATE SET games = games + 1, wins = wins + excluded.wins;
END;
CREATE INDEX results_of_game ON results (user_id, game, nth);
CREATE INDEX results_of_game_here ON results (user_id, guild_id, game, nth_here);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('challenges',6);
INSERT INTO "sqlite_sequence" VALUES('games',6);
INSERT INTO "sqlite_sequence" VALUES('lobbies',2);
COMMIT;
