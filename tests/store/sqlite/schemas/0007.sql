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
INSERT INTO "actions" VALUES(1,1,1,0,'play','55vA',1767225600000,'key 2:0');
INSERT INTO "actions" VALUES(2,1,2,0,'play','50vA',1767225600000,'key 2:1');
INSERT INTO "actions" VALUES(3,1,3,0,'play','end',1767225600000,'key 2:2');
INSERT INTO "actions" VALUES(4,1,4,1,'play','56vA',1767225600000,'key 3:0');
INSERT INTO "actions" VALUES(5,1,5,1,'play','47vA',1767225600000,'key 3:1');
INSERT INTO "actions" VALUES(6,1,6,1,'play','end',1767225600000,'key 3:2');
INSERT INTO "actions" VALUES(7,1,7,0,'play','49vA',1767225600000,'key 4:0');
INSERT INTO "actions" VALUES(8,1,8,0,'play','07^A',1767225600000,'key 4:1');
INSERT INTO "actions" VALUES(9,1,9,0,'play','end',1767225600000,'key 4:2');
INSERT INTO "actions" VALUES(10,1,10,1,'play','43vA',1767225600000,'key 5:0');
INSERT INTO "actions" VALUES(11,1,11,1,'play','42vA',1767225600000,'key 5:1');
INSERT INTO "actions" VALUES(12,1,12,1,'play','end',1767225600000,'key 5:2');
INSERT INTO "actions" VALUES(13,1,13,0,'play','43vE',1767225600000,'key 6:0');
INSERT INTO "actions" VALUES(14,1,14,0,'play','39vA',1767225600000,'key 6:1');
INSERT INTO "actions" VALUES(15,1,15,0,'play','end',1767225600000,'key 6:2');
INSERT INTO "actions" VALUES(16,1,16,1,'play','33vA',1767225600000,'key 7:0');
INSERT INTO "actions" VALUES(17,1,17,1,'play','29vA',1767225600000,'key 7:1');
INSERT INTO "actions" VALUES(18,1,18,1,'play','end',1767225600000,'key 7:2');
INSERT INTO "actions" VALUES(19,1,19,0,'play','29vA',1767225600000,'key 8:0');
INSERT INTO "actions" VALUES(20,1,20,0,'play','28vA',1767225600000,'key 8:1');
INSERT INTO "actions" VALUES(21,1,21,0,'play','end',1767225600000,'key 8:2');
INSERT INTO "actions" VALUES(22,1,22,1,'play','25vA',1767225600000,'key 9:0');
INSERT INTO "actions" VALUES(23,1,23,1,'play','23vA',1767225600000,'key 9:1');
INSERT INTO "actions" VALUES(24,1,24,1,'play','end',1767225600000,'key 9:2');
INSERT INTO "actions" VALUES(25,1,25,0,'play','26vA',1767225600000,'key 10:0');
INSERT INTO "actions" VALUES(26,1,26,0,'play','22vA',1767225600000,'key 10:1');
INSERT INTO "actions" VALUES(27,1,27,0,'play','end',1767225600000,'key 10:2');
INSERT INTO "actions" VALUES(28,1,28,1,'play','20vA',1767225600000,'key 11:0');
INSERT INTO "actions" VALUES(29,1,29,1,'play','15vA',1767225600000,'key 11:1');
INSERT INTO "actions" VALUES(30,1,30,1,'play','end',1767225600000,'key 11:2');
INSERT INTO "actions" VALUES(31,1,31,0,'play','16vE',1767225600000,'key 12:0');
INSERT INTO "actions" VALUES(32,1,32,0,'play','24^A',1767225600000,'key 12:1');
INSERT INTO "actions" VALUES(33,1,33,0,'play','end',1767225600000,'key 12:2');
INSERT INTO "actions" VALUES(34,1,34,1,'play','26vA',1767225600000,'key 13:0');
INSERT INTO "actions" VALUES(35,1,35,1,'play','13^E',1767225600000,'key 13:1');
INSERT INTO "actions" VALUES(36,1,36,1,'play','end',1767225600000,'key 13:2');
INSERT INTO "actions" VALUES(37,1,37,0,'play','27vE',1767225600000,'key 14:0');
INSERT INTO "actions" VALUES(38,1,38,0,'play','30^A',1767225600000,'key 14:1');
INSERT INTO "actions" VALUES(39,1,39,0,'play','end',1767225600000,'key 14:2');
INSERT INTO "actions" VALUES(40,1,40,1,'play','49vE',1767225600000,'key 15:0');
INSERT INTO "actions" VALUES(41,1,41,1,'play','52^A',1767225600000,'key 15:1');
INSERT INTO "actions" VALUES(42,1,42,1,'play','end',1767225600000,'key 15:2');
INSERT INTO "actions" VALUES(43,1,43,0,'play','20^A',1767225600000,'key 16:0');
INSERT INTO "actions" VALUES(44,1,44,0,'play','48vA',1767225600000,'key 16:1');
INSERT INTO "actions" VALUES(45,1,45,0,'play','end',1767225600000,'key 16:2');
INSERT INTO "actions" VALUES(46,1,46,1,'play','37vA',1767225600000,'key 17:0');
INSERT INTO "actions" VALUES(47,1,47,1,'play','53^A',1767225600000,'key 17:1');
INSERT INTO "actions" VALUES(48,1,48,1,'play','end',1767225600000,'key 17:2');
INSERT INTO "actions" VALUES(49,1,49,0,'play','40vE',1767225600000,'key 18:0');
INSERT INTO "actions" VALUES(50,1,50,0,'play','44vA',1767225600000,'key 18:1');
INSERT INTO "actions" VALUES(51,1,51,0,'play','54vA',1767225600000,'key 18:2');
INSERT INTO "actions" VALUES(52,1,52,0,'play','end',1767225600000,'key 18:3');
INSERT INTO "actions" VALUES(53,1,53,1,'play','54^A',1767225600000,'key 19:0');
INSERT INTO "actions" VALUES(54,1,54,1,'play','55^A',1767225600000,'key 19:1');
INSERT INTO "actions" VALUES(55,1,55,1,'play','end',1767225600000,'key 19:2');
INSERT INTO "actions" VALUES(56,1,56,0,'play','53vA',1767225600000,'key 20:0');
INSERT INTO "actions" VALUES(57,1,57,0,'play','23^A',1767225600000,'key 20:1');
INSERT INTO "actions" VALUES(58,1,58,0,'play','end',1767225600000,'key 20:2');
INSERT INTO "actions" VALUES(59,1,59,1,'play','19^E',1767225600000,'key 21:0');
INSERT INTO "actions" VALUES(60,1,60,1,'play','36vA',1767225600000,'key 21:1');
INSERT INTO "actions" VALUES(61,1,61,1,'play','end',1767225600000,'key 21:2');
INSERT INTO "actions" VALUES(62,1,62,0,'play','51vA',1767225600000,'key 22:0');
INSERT INTO "actions" VALUES(63,1,63,0,'play','42vE',1767225600000,'key 22:1');
INSERT INTO "actions" VALUES(64,1,64,0,'play','end',1767225600000,'key 22:2');
INSERT INTO "actions" VALUES(65,1,65,1,'play','17^E',1767225600000,'key 23:0');
INSERT INTO "actions" VALUES(66,1,66,1,'play','59^A',1767225600000,'key 23:1');
INSERT INTO "actions" VALUES(67,1,67,1,'play','end',1767225600000,'key 23:2');
INSERT INTO "actions" VALUES(68,1,68,0,'play','52^E',1767225600000,'key 24:0');
INSERT INTO "actions" VALUES(69,1,69,0,'play','32^A',1767225600000,'key 24:1');
INSERT INTO "actions" VALUES(70,1,70,0,'play','end',1767225600000,'key 24:2');
INSERT INTO "actions" VALUES(71,1,71,1,'play','27^E',1767225600000,'key 25:0');
INSERT INTO "actions" VALUES(72,1,72,1,'play','24vA',1767225600000,'key 25:1');
INSERT INTO "actions" VALUES(73,1,73,1,'play','end',1767225600000,'key 25:2');
INSERT INTO "actions" VALUES(74,1,74,0,'play','21vA',1767225600000,'key 26:0');
INSERT INTO "actions" VALUES(75,1,75,0,'play','15vA',1767225600000,'key 26:1');
INSERT INTO "actions" VALUES(76,1,76,0,'play','end',1767225600000,'key 26:2');
INSERT INTO "actions" VALUES(77,1,77,1,'play','21vA',1767225600000,'key 27:0');
INSERT INTO "actions" VALUES(78,1,78,1,'play','14vA',1767225600000,'key 27:1');
INSERT INTO "actions" VALUES(79,1,79,1,'play','end',1767225600000,'key 27:2');
INSERT INTO "actions" VALUES(80,1,80,0,'play','14vA',1767225600000,'key 28:0');
INSERT INTO "actions" VALUES(81,1,81,0,'play','10vA',1767225600000,'key 28:1');
INSERT INTO "actions" VALUES(82,1,82,0,'play','end',1767225600000,'key 28:2');
INSERT INTO "actions" VALUES(83,1,83,1,'play','58^A',1767225600000,'key 29:0');
INSERT INTO "actions" VALUES(84,1,84,1,'play','06vA',1767225600000,'key 29:1');
INSERT INTO "actions" VALUES(85,1,85,1,'play','end',1767225600000,'key 29:2');
INSERT INTO "actions" VALUES(86,1,86,0,'play','57^E',1767225600000,'key 30:0');
INSERT INTO "actions" VALUES(87,1,87,0,'play','31^A',1767225600000,'key 30:1');
INSERT INTO "actions" VALUES(88,1,88,0,'play','end',1767225600000,'key 30:2');
INSERT INTO "actions" VALUES(89,1,89,1,'play','30^E',1767225600000,'key 31:0');
INSERT INTO "actions" VALUES(90,1,90,1,'play','02vA',1767225600000,'key 31:1');
INSERT INTO "actions" VALUES(91,1,91,1,'play','end',1767225600000,'key 31:2');
INSERT INTO "actions" VALUES(92,1,92,0,'play','08vA',1767225600000,'key 32:0');
INSERT INTO "actions" VALUES(93,1,93,0,'play','06vA',1767225600000,'key 32:1');
INSERT INTO "actions" VALUES(94,1,94,0,'play','end',1767225600000,'key 32:2');
INSERT INTO "actions" VALUES(95,2,1,1,'play','59vA',1767225600000,'key 34:0');
INSERT INTO "actions" VALUES(96,2,2,1,'play','12^A',1767225600000,'key 34:1');
INSERT INTO "actions" VALUES(97,2,3,1,'play','end',1767225600000,'key 34:2');
INSERT INTO "actions" VALUES(98,2,4,0,'resigned','',1767225600000,'key 35:0');
INSERT INTO "actions" VALUES(99,3,1,1,'play','04^A',1767225600000,'key 38:0');
INSERT INTO "actions" VALUES(100,3,2,1,'play','57vA',1767225600000,'key 38:1');
INSERT INTO "actions" VALUES(101,3,3,1,'play','end',1767225600000,'key 38:2');
INSERT INTO "actions" VALUES(102,3,4,0,'play','56vA',1767225600000,'key 39:0');
INSERT INTO "actions" VALUES(103,3,5,0,'play','53vA',1767225600000,'key 39:1');
INSERT INTO "actions" VALUES(104,3,6,0,'play','end',1767225600000,'key 39:2');
INSERT INTO "actions" VALUES(105,5,1,1,'play','claim',1767225600000,'key 45:0');
INSERT INTO "actions" VALUES(106,5,2,1,'play','98c',1767225600000,'key 46:0');
INSERT INTO "actions" VALUES(107,5,3,1,'play','97c',1767225600000,'key 46:1');
INSERT INTO "actions" VALUES(108,5,4,1,'play','end',1767225600000,'key 46:2');
INSERT INTO "actions" VALUES(109,5,5,0,'play','94c',1767225600000,'key 47:0');
INSERT INTO "actions" VALUES(110,5,6,0,'play','07a',1767225600000,'key 47:1');
INSERT INTO "actions" VALUES(111,5,7,0,'play','end',1767225600000,'key 47:2');
INSERT INTO "actions" VALUES(112,5,8,1,'play','89c',1767225600000,'key 48:0');
INSERT INTO "actions" VALUES(113,5,9,1,'play','19a',1767225600000,'key 48:1');
INSERT INTO "actions" VALUES(114,5,10,1,'play','end',1767225600000,'key 48:2');
INSERT INTO "actions" VALUES(115,5,11,0,'play','04b',1767225600000,'key 49:0');
INSERT INTO "actions" VALUES(116,5,12,0,'play','23a',1767225600000,'key 49:1');
INSERT INTO "actions" VALUES(117,5,13,0,'play','end',1767225600000,'key 49:2');
INSERT INTO "actions" VALUES(118,5,14,1,'play','27a',1767225600000,'key 50:0');
INSERT INTO "actions" VALUES(119,5,15,1,'play','84c',1767225600000,'key 50:1');
INSERT INTO "actions" VALUES(120,5,16,1,'play','end',1767225600000,'key 50:2');
INSERT INTO "actions" VALUES(121,5,17,0,'play','32a',1767225600000,'key 51:0');
INSERT INTO "actions" VALUES(122,5,18,0,'play','78c',1767225600000,'key 51:1');
INSERT INTO "actions" VALUES(123,5,19,0,'play','end',1767225600000,'key 51:2');
INSERT INTO "actions" VALUES(124,5,20,1,'play','22a',1767225600000,'key 52:0');
INSERT INTO "actions" VALUES(125,5,21,1,'play','77c',1767225600000,'key 52:1');
INSERT INTO "actions" VALUES(126,5,22,1,'play','75c',1767225600000,'key 52:2');
INSERT INTO "actions" VALUES(127,5,23,1,'play','end',1767225600000,'key 52:3');
INSERT INTO "actions" VALUES(128,5,24,0,'play','25a',1767225600000,'key 53:0');
INSERT INTO "actions" VALUES(129,5,25,0,'play','72c',1767225600000,'key 53:1');
INSERT INTO "actions" VALUES(130,5,26,0,'play','end',1767225600000,'key 53:2');
INSERT INTO "actions" VALUES(131,5,27,1,'play','68c',1767225600000,'key 54:0');
INSERT INTO "actions" VALUES(132,5,28,1,'play','18b',1767225600000,'key 54:1');
INSERT INTO "actions" VALUES(133,5,29,1,'play','end',1767225600000,'key 54:2');
INSERT INTO "actions" VALUES(134,5,30,0,'play','67c',1767225600000,'key 55:0');
INSERT INTO "actions" VALUES(135,5,31,0,'play','31a',1767225600000,'key 55:1');
INSERT INTO "actions" VALUES(136,5,32,0,'play','end',1767225600000,'key 55:2');
INSERT INTO "actions" VALUES(137,5,33,1,'play','42a',1767225600000,'key 56:0');
INSERT INTO "actions" VALUES(138,5,34,1,'play','51a',1767225600000,'key 56:1');
INSERT INTO "actions" VALUES(139,5,35,1,'play','52a',1767225600000,'key 56:2');
INSERT INTO "actions" VALUES(140,5,36,1,'play','end',1767225600000,'key 56:3');
INSERT INTO "actions" VALUES(141,5,37,0,'play','55a',1767225600000,'key 57:0');
INSERT INTO "actions" VALUES(142,5,38,0,'play','58a',1767225600000,'key 57:1');
INSERT INTO "actions" VALUES(143,5,39,0,'play','end',1767225600000,'key 57:2');
INSERT INTO "actions" VALUES(144,5,40,1,'play','63c',1767225600000,'key 58:0');
INSERT INTO "actions" VALUES(145,5,41,1,'play','53c',1767225600000,'key 58:1');
INSERT INTO "actions" VALUES(146,5,42,1,'play','end',1767225600000,'key 58:2');
INSERT INTO "actions" VALUES(147,5,43,0,'play','91d',1767225600000,'key 59:0');
INSERT INTO "actions" VALUES(148,5,44,0,'play','43c',1767225600000,'key 59:1');
INSERT INTO "actions" VALUES(149,5,45,0,'play','end',1767225600000,'key 59:2');
INSERT INTO "actions" VALUES(150,5,46,1,'play','85d',1767225600000,'key 60:0');
INSERT INTO "actions" VALUES(151,5,47,1,'play','36c',1767225600000,'key 60:1');
INSERT INTO "actions" VALUES(152,5,48,1,'play','end',1767225600000,'key 60:2');
INSERT INTO "actions" VALUES(153,5,49,0,'play','79d',1767225600000,'key 61:0');
INSERT INTO "actions" VALUES(154,5,50,0,'play','74d',1767225600000,'key 61:1');
INSERT INTO "actions" VALUES(155,5,51,0,'play','end',1767225600000,'key 61:2');
INSERT INTO "actions" VALUES(156,5,52,1,'play','70d',1767225600000,'key 62:0');
INSERT INTO "actions" VALUES(157,5,53,1,'play','76a',1767225600000,'key 62:1');
INSERT INTO "actions" VALUES(158,5,54,1,'play','end',1767225600000,'key 62:2');
INSERT INTO "actions" VALUES(159,5,55,0,'play','34c',1767225600000,'key 63:0');
INSERT INTO "actions" VALUES(160,5,56,0,'play','17c',1767225600000,'key 63:1');
INSERT INTO "actions" VALUES(161,5,57,0,'play','16c',1767225600000,'key 63:2');
INSERT INTO "actions" VALUES(162,5,58,0,'play','end',1767225600000,'key 63:3');
INSERT INTO "actions" VALUES(163,5,59,1,'play','13c',1767225600000,'key 64:0');
INSERT INTO "actions" VALUES(164,5,60,1,'play','24b',1767225600000,'key 64:1');
INSERT INTO "actions" VALUES(165,5,61,1,'play','end',1767225600000,'key 64:2');
INSERT INTO "actions" VALUES(166,5,62,0,'play','69d',1767225600000,'key 65:0');
INSERT INTO "actions" VALUES(167,5,63,0,'play','62d',1767225600000,'key 65:1');
INSERT INTO "actions" VALUES(168,5,64,0,'play','end',1767225600000,'key 65:2');
INSERT INTO "actions" VALUES(169,5,65,1,'play','29b',1767225600000,'key 66:0');
INSERT INTO "actions" VALUES(170,5,66,1,'play','82a',1767225600000,'key 66:1');
INSERT INTO "actions" VALUES(171,5,67,1,'play','end',1767225600000,'key 66:2');
INSERT INTO "actions" VALUES(172,5,68,0,'play','83a',1767225600000,'key 67:0');
INSERT INTO "actions" VALUES(173,5,69,0,'play','05c',1767225600000,'key 67:1');
INSERT INTO "actions" VALUES(174,5,70,0,'play','end',1767225600000,'key 67:2');
INSERT INTO "actions" VALUES(175,5,71,1,'play','02c',1767225600000,'key 68:0');
INSERT INTO "actions" VALUES(176,5,72,1,'play','86a',1767225600000,'key 68:1');
INSERT INTO "actions" VALUES(177,5,73,1,'play','end',1767225600000,'key 68:2');
INSERT INTO "actions" VALUES(178,5,74,0,'play','37b',1767225600000,'key 69:0');
INSERT INTO "actions" VALUES(179,5,75,0,'play','38b',1767225600000,'key 69:1');
INSERT INTO "actions" VALUES(180,5,76,0,'play','40b',1767225600000,'key 69:2');
INSERT INTO "actions" VALUES(181,5,77,0,'play','end',1767225600000,'key 69:3');
INSERT INTO "actions" VALUES(182,5,78,1,'play','59d',1767225600000,'key 70:0');
INSERT INTO "actions" VALUES(183,5,79,1,'play','92a',1767225600000,'key 70:1');
INSERT INTO "actions" VALUES(184,5,80,1,'play','end',1767225600000,'key 70:2');
INSERT INTO "actions" VALUES(185,5,81,0,'play','41b',1767225600000,'key 71:0');
INSERT INTO "actions" VALUES(186,5,82,0,'play','44b',1767225600000,'key 71:1');
INSERT INTO "actions" VALUES(187,5,83,0,'play','end',1767225600000,'key 71:2');
INSERT INTO "actions" VALUES(188,5,84,1,'play','12c',1767225600000,'key 72:0');
INSERT INTO "actions" VALUES(189,5,85,1,'play','96a',1767225600000,'key 72:1');
INSERT INTO "actions" VALUES(190,5,86,1,'play','end',1767225600000,'key 72:2');
INSERT INTO "actions" VALUES(191,5,87,0,'play','11c',1767225600000,'key 73:0');
INSERT INTO "actions" VALUES(192,5,88,0,'play','09c',1767225600000,'key 73:1');
INSERT INTO "actions" VALUES(193,5,89,0,'play','end',1767225600000,'key 73:2');
INSERT INTO "actions" VALUES(194,5,90,1,'play','49b',1767225600000,'key 74:0');
INSERT INTO "actions" VALUES(195,5,91,1,'play','39b',1767225600000,'key 74:1');
INSERT INTO "actions" VALUES(196,5,92,1,'play','end',1767225600000,'key 74:2');
INSERT INTO "actions" VALUES(197,5,93,0,'play','56d',1767225600000,'key 75:0');
INSERT INTO "actions" VALUES(198,5,94,0,'play','54d',1767225600000,'key 75:1');
INSERT INTO "actions" VALUES(199,5,95,0,'play','end',1767225600000,'key 75:2');
INSERT INTO "actions" VALUES(200,5,96,1,'play','28d',1767225600000,'key 76:0');
INSERT INTO "actions" VALUES(201,5,97,1,'play','20d',1767225600000,'key 76:1');
INSERT INTO "actions" VALUES(202,5,98,1,'play','end',1767225600000,'key 76:2');
INSERT INTO "actions" VALUES(203,5,99,0,'play','30d',1767225600000,'key 77:0');
INSERT INTO "actions" VALUES(204,5,100,0,'play','99a',1767225600000,'key 77:1');
INSERT INTO "actions" VALUES(205,5,101,0,'play','end',1767225600000,'key 77:2');
INSERT INTO "actions" VALUES(206,5,102,1,'play','45b',1767225600000,'key 78:0');
INSERT INTO "actions" VALUES(207,5,103,1,'play','15d',1767225600000,'key 78:1');
INSERT INTO "actions" VALUES(208,5,104,1,'play','end',1767225600000,'key 78:2');
INSERT INTO "actions" VALUES(209,5,105,0,'play','08c',1767225600000,'key 79:0');
INSERT INTO "actions" VALUES(210,5,106,0,'play','48b',1767225600000,'key 79:1');
INSERT INTO "actions" VALUES(211,5,107,0,'play','50b',1767225600000,'key 79:2');
INSERT INTO "actions" VALUES(212,5,108,0,'play','end',1767225600000,'key 79:3');
INSERT INTO "actions" VALUES(213,5,109,1,'play','14d',1767225600000,'key 80:0');
INSERT INTO "actions" VALUES(214,5,110,1,'play','64b',1767225600000,'key 80:1');
INSERT INTO "actions" VALUES(215,5,111,1,'play','65b',1767225600000,'key 80:2');
INSERT INTO "actions" VALUES(216,5,112,1,'play','66b',1767225600000,'key 80:3');
INSERT INTO "actions" VALUES(217,5,113,1,'play','end',1767225600000,'key 80:4');
INSERT INTO "actions" VALUES(218,5,114,0,'play','10d',1767225600000,'key 81:0');
INSERT INTO "actions" VALUES(219,5,115,0,'play','03c',1767225600000,'key 81:1');
INSERT INTO "actions" VALUES(220,5,116,0,'play','end',1767225600000,'key 81:2');
INSERT INTO "actions" VALUES(221,5,117,1,'play','71b',1767225600000,'key 82:0');
INSERT INTO "actions" VALUES(222,5,118,1,'play','81b',1767225600000,'key 82:1');
INSERT INTO "actions" VALUES(223,5,119,1,'play','end',1767225600000,'key 82:2');
INSERT INTO "actions" VALUES(224,5,120,0,'play','06d',1767225600000,'key 83:0');
INSERT INTO "actions" VALUES(225,5,121,0,'play','87b',1767225600000,'key 83:1');
INSERT INTO "actions" VALUES(226,5,122,0,'play','end',1767225600000,'key 83:2');
INSERT INTO "actions" VALUES(227,5,123,1,'play','88b',1767225600000,'key 84:0');
INSERT INTO "actions" VALUES(228,5,124,1,'play','90b',1767225600000,'key 84:1');
INSERT INTO "actions" VALUES(229,5,125,1,'play','end',1767225600000,'key 84:2');
INSERT INTO "actions" VALUES(230,5,126,0,'play','80b',1767225600000,'key 85:0');
INSERT INTO "actions" VALUES(231,5,127,0,'play','end',1767225600000,'key 85:1');
INSERT INTO "actions" VALUES(232,6,1,1,'play','claim',1767225600000,'key 88:0');
INSERT INTO "actions" VALUES(233,6,2,1,'play','08a',1767225600000,'key 89:0');
INSERT INTO "actions" VALUES(234,6,3,1,'play','14a',1767225600000,'key 89:1');
INSERT INTO "actions" VALUES(235,6,4,1,'play','end',1767225600000,'key 89:2');
INSERT INTO "actions" VALUES(236,6,5,0,'play','96c',1767225600000,'key 90:0');
INSERT INTO "actions" VALUES(237,6,6,0,'play','92c',1767225600000,'key 90:1');
INSERT INTO "actions" VALUES(238,6,7,0,'play','end',1767225600000,'key 90:2');
INSERT INTO "actions" VALUES(239,6,8,1,'play','02b',1767225600000,'key 91:0');
INSERT INTO "actions" VALUES(240,6,9,1,'play','22a',1767225600000,'key 91:1');
INSERT INTO "actions" VALUES(241,6,10,1,'play','end',1767225600000,'key 91:2');
INSERT INTO "actions" VALUES(242,6,11,0,'play','06b',1767225600000,'key 92:0');
INSERT INTO "actions" VALUES(243,6,12,0,'play','82c',1767225600000,'key 92:1');
INSERT INTO "actions" VALUES(244,6,13,0,'play','79c',1767225600000,'key 92:2');
INSERT INTO "actions" VALUES(245,6,14,0,'play','72c',1767225600000,'key 92:3');
INSERT INTO "actions" VALUES(246,6,15,0,'play','64c',1767225600000,'key 92:4');
INSERT INTO "actions" VALUES(247,6,16,0,'play','38a',1767225600000,'key 92:5');
INSERT INTO "actions" VALUES(248,6,17,0,'play','end',1767225600000,'key 92:6');
INSERT INTO "actions" VALUES(249,6,18,1,'play','83d',1767225600000,'key 93:0');
INSERT INTO "actions" VALUES(250,6,19,1,'play','69d',1767225600000,'key 93:1');
INSERT INTO "actions" VALUES(251,6,20,1,'play','67d',1767225600000,'key 93:2');
INSERT INTO "actions" VALUES(252,6,21,1,'play','65d',1767225600000,'key 93:3');
INSERT INTO "actions" VALUES(253,6,22,1,'play','end',1767225600000,'key 93:4');
INSERT INTO "actions" VALUES(254,6,23,0,'play','41a',1767225600000,'key 94:0');
INSERT INTO "actions" VALUES(255,6,24,0,'play','47a',1767225600000,'key 94:1');
INSERT INTO "actions" VALUES(256,6,25,0,'play','end',1767225600000,'key 94:2');
INSERT INTO "actions" VALUES(257,6,26,1,'play','62c',1767225600000,'key 95:0');
INSERT INTO "actions" VALUES(258,6,27,1,'play','46c',1767225600000,'key 95:1');
INSERT INTO "actions" VALUES(259,6,28,1,'play','end',1767225600000,'key 95:2');
INSERT INTO "actions" VALUES(260,6,29,0,'play','11b',1767225600000,'key 96:0');
INSERT INTO "actions" VALUES(261,6,30,0,'play','39c',1767225600000,'key 96:1');
INSERT INTO "actions" VALUES(262,6,31,0,'play','end',1767225600000,'key 96:2');
INSERT INTO "actions" VALUES(263,6,32,1,'play','50a',1767225600000,'key 97:0');
INSERT INTO "actions" VALUES(264,6,33,1,'play','34c',1767225600000,'key 97:1');
INSERT INTO "actions" VALUES(265,6,34,1,'play','32c',1767225600000,'key 97:2');
INSERT INTO "actions" VALUES(266,6,35,1,'play','31c',1767225600000,'key 97:3');
INSERT INTO "actions" VALUES(267,6,36,1,'play','end',1767225600000,'key 97:4');
INSERT INTO "actions" VALUES(268,6,37,0,'play','54a',1767225600000,'key 98:0');
INSERT INTO "actions" VALUES(269,6,38,0,'play','49d',1767225600000,'key 98:1');
INSERT INTO "actions" VALUES(270,6,39,0,'play','end',1767225600000,'key 98:2');
INSERT INTO "actions" VALUES(271,6,40,1,'play','26c',1767225600000,'key 99:0');
INSERT INTO "actions" VALUES(272,6,41,1,'play','23c',1767225600000,'key 99:1');
INSERT INTO "actions" VALUES(273,6,42,1,'play','end',1767225600000,'key 99:2');
INSERT INTO "actions" VALUES(274,6,43,0,'play','45d',1767225600000,'key 100:0');
INSERT INTO "actions" VALUES(275,6,44,0,'play','24b',1767225600000,'key 100:1');
INSERT INTO "actions" VALUES(276,6,45,0,'play','end',1767225600000,'key 100:2');
INSERT INTO "actions" VALUES(277,6,46,1,'play','55d',1767225600000,'key 101:0');
INSERT INTO "actions" VALUES(278,6,47,1,'play','53d',1767225600000,'key 101:1');
INSERT INTO "actions" VALUES(279,6,48,1,'play','end',1767225600000,'key 101:2');
INSERT INTO "actions" VALUES(280,6,49,0,'play','60a',1767225600000,'key 102:0');
INSERT INTO "actions" VALUES(281,6,50,0,'play','70a',1767225600000,'key 102:1');
INSERT INTO "actions" VALUES(282,6,51,0,'play','71a',1767225600000,'key 102:2');
INSERT INTO "actions" VALUES(283,6,52,0,'play','end',1767225600000,'key 102:3');
INSERT INTO "actions" VALUES(284,6,53,1,'play','17c',1767225600000,'key 103:0');
INSERT INTO "actions" VALUES(285,6,54,1,'play','77a',1767225600000,'key 103:1');
INSERT INTO "actions" VALUES(286,6,55,1,'play','end',1767225600000,'key 103:2');
INSERT INTO "actions" VALUES(287,6,56,0,'play','63d',1767225600000,'key 104:0');
INSERT INTO "actions" VALUES(288,6,57,0,'play','84a',1767225600000,'key 104:1');
INSERT INTO "actions" VALUES(289,6,58,0,'play','end',1767225600000,'key 104:2');
INSERT INTO "actions" VALUES(290,6,59,1,'play','25b',1767225600000,'key 105:0');
INSERT INTO "actions" VALUES(291,6,60,1,'play','85a',1767225600000,'key 105:1');
INSERT INTO "actions" VALUES(292,6,61,1,'play','end',1767225600000,'key 105:2');
INSERT INTO "actions" VALUES(293,6,62,0,'play','75a',1767225600000,'key 106:0');
INSERT INTO "actions" VALUES(294,6,63,0,'play','76a',1767225600000,'key 106:1');
INSERT INTO "actions" VALUES(295,6,64,0,'play','end',1767225600000,'key 106:2');
INSERT INTO "actions" VALUES(296,6,65,1,'play','66a',1767225600000,'key 107:0');
INSERT INTO "actions" VALUES(297,6,66,1,'play','59d',1767225600000,'key 107:1');
INSERT INTO "actions" VALUES(298,6,67,1,'play','end',1767225600000,'key 107:2');
INSERT INTO "actions" VALUES(299,6,68,0,'play','68a',1767225600000,'key 108:0');
INSERT INTO "actions" VALUES(300,6,69,0,'play','09c',1767225600000,'key 108:1');
INSERT INTO "actions" VALUES(301,6,70,0,'play','end',1767225600000,'key 108:2');
INSERT INTO "actions" VALUES(302,6,71,1,'play','19c',1767225600000,'key 109:0');
INSERT INTO "actions" VALUES(303,6,72,1,'play','07c',1767225600000,'key 109:1');
INSERT INTO "actions" VALUES(304,6,73,1,'play','end',1767225600000,'key 109:2');
INSERT INTO "actions" VALUES(305,6,74,0,'play','04c',1767225600000,'key 110:0');
INSERT INTO "actions" VALUES(306,6,75,0,'play','35b',1767225600000,'key 110:1');
INSERT INTO "actions" VALUES(307,6,76,0,'play','end',1767225600000,'key 110:2');
INSERT INTO "actions" VALUES(308,6,77,1,'play','37b',1767225600000,'key 111:0');
INSERT INTO "actions" VALUES(309,6,78,1,'play','40b',1767225600000,'key 111:1');
INSERT INTO "actions" VALUES(310,6,79,1,'play','end',1767225600000,'key 111:2');
INSERT INTO "actions" VALUES(311,6,80,0,'play','86a',1767225600000,'key 112:0');
INSERT INTO "actions" VALUES(312,6,81,0,'play','95a',1767225600000,'key 112:1');
INSERT INTO "actions" VALUES(313,6,82,0,'play','end',1767225600000,'key 112:2');
INSERT INTO "actions" VALUES(314,6,83,1,'play','03c',1767225600000,'key 113:0');
INSERT INTO "actions" VALUES(315,6,84,1,'play','97a',1767225600000,'key 113:1');
INSERT INTO "actions" VALUES(316,6,85,1,'play','end',1767225600000,'key 113:2');
INSERT INTO "actions" VALUES(317,6,86,0,'play','13c',1767225600000,'key 114:0');
INSERT INTO "actions" VALUES(318,6,87,0,'play','58d',1767225600000,'key 114:1');
INSERT INTO "actions" VALUES(319,6,88,0,'play','98a',1767225600000,'key 114:2');
INSERT INTO "actions" VALUES(320,6,89,0,'play','end',1767225600000,'key 114:3');
INSERT INTO "actions" VALUES(321,6,90,1,'play','12c',1767225600000,'key 115:0');
INSERT INTO "actions" VALUES(322,6,91,1,'play','44b',1767225600000,'key 115:1');
INSERT INTO "actions" VALUES(323,6,92,1,'play','end',1767225600000,'key 115:2');
INSERT INTO "actions" VALUES(324,6,93,0,'play','61b',1767225600000,'key 116:0');
INSERT INTO "actions" VALUES(325,6,94,0,'play','78b',1767225600000,'key 116:1');
INSERT INTO "actions" VALUES(326,6,95,0,'play','end',1767225600000,'key 116:2');
INSERT INTO "actions" VALUES(327,6,96,1,'play','80b',1767225600000,'key 117:0');
INSERT INTO "actions" VALUES(328,6,97,1,'play','87b',1767225600000,'key 117:1');
INSERT INTO "actions" VALUES(329,6,98,1,'play','89b',1767225600000,'key 117:2');
INSERT INTO "actions" VALUES(330,6,99,1,'play','end',1767225600000,'key 117:3');
INSERT INTO "actions" VALUES(331,6,100,0,'play','90b',1767225600000,'key 118:0');
INSERT INTO "actions" VALUES(332,6,101,0,'play','93b',1767225600000,'key 118:1');
INSERT INTO "actions" VALUES(333,6,102,0,'play','end',1767225600000,'key 118:2');
INSERT INTO "actions" VALUES(334,6,103,1,'play','88a',1767225600000,'key 119:0');
INSERT INTO "actions" VALUES(335,6,104,1,'play','94b',1767225600000,'key 119:1');
INSERT INTO "actions" VALUES(336,6,105,1,'play','end',1767225600000,'key 119:2');
INSERT INTO "actions" VALUES(337,6,106,0,'play','56d',1767225600000,'key 120:0');
INSERT INTO "actions" VALUES(338,6,107,0,'play','52d',1767225600000,'key 120:1');
INSERT INTO "actions" VALUES(339,6,108,0,'play','51d',1767225600000,'key 120:2');
INSERT INTO "actions" VALUES(340,6,109,0,'play','end',1767225600000,'key 120:3');
INSERT INTO "actions" VALUES(341,6,110,1,'play','91a',1767225600000,'key 121:0');
INSERT INTO "actions" VALUES(342,6,111,1,'play','43d',1767225600000,'key 121:1');
INSERT INTO "actions" VALUES(343,6,112,1,'play','end',1767225600000,'key 121:2');
INSERT INTO "actions" VALUES(344,6,113,0,'play','99b',1767225600000,'key 122:0');
INSERT INTO "actions" VALUES(345,6,114,0,'play','33d',1767225600000,'key 122:1');
INSERT INTO "actions" VALUES(346,6,115,0,'play','end',1767225600000,'key 122:2');
INSERT INTO "actions" VALUES(347,6,116,1,'play','30d',1767225600000,'key 123:0');
INSERT INTO "actions" VALUES(348,6,117,1,'play','27d',1767225600000,'key 123:1');
INSERT INTO "actions" VALUES(349,6,118,1,'play','end',1767225600000,'key 123:2');
INSERT INTO "actions" VALUES(350,6,119,0,'play','81a',1767225600000,'key 124:0');
INSERT INTO "actions" VALUES(351,6,120,0,'play','20d',1767225600000,'key 124:1');
INSERT INTO "actions" VALUES(352,6,121,0,'play','end',1767225600000,'key 124:2');
INSERT INTO "actions" VALUES(353,6,122,1,'play','10c',1767225600000,'key 125:0');
INSERT INTO "actions" VALUES(354,6,123,1,'play','18d',1767225600000,'key 125:1');
INSERT INTO "actions" VALUES(355,6,124,1,'play','end',1767225600000,'key 125:2');
INSERT INTO "actions" VALUES(356,6,125,0,'play','28d',1767225600000,'key 126:0');
INSERT INTO "actions" VALUES(357,6,126,0,'play','end',1767225600000,'key 126:1');
INSERT INTO "actions" VALUES(358,6,127,1,'play','05c',1767225600000,'key 127:0');
INSERT INTO "actions" VALUES(359,6,128,1,'play','end',1767225600000,'key 127:1');
INSERT INTO "actions" VALUES(360,6,129,0,'play','15c',1767225600000,'key 128:0');
INSERT INTO "actions" VALUES(361,6,130,0,'play','end',1767225600000,'key 128:1');
INSERT INTO "actions" VALUES(362,6,131,1,'play','21d',1767225600000,'key 129:0');
INSERT INTO "actions" VALUES(363,6,132,1,'play','end',1767225600000,'key 129:1');
INSERT INTO "actions" VALUES(364,6,133,0,'play','16d',1767225600000,'key 130:0');
INSERT INTO "actions" VALUES(365,6,134,0,'play','end',1767225600000,'key 130:1');
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
INSERT INTO "careers" VALUES(0,'le-duel',1,-1,1,1,1,31,1);
INSERT INTO "careers" VALUES(0,'le-duel',2,1,1,1,1,1,2);
INSERT INTO "careers" VALUES(100,'le-duel',1,-1,1,1,1,31,1);
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
INSERT INTO "challenges" VALUES(1,'key 1',100,200,NULL,1,2,NULL,'le-duel','{"first": null}','live',1,'mot','challenge:key 1',X'F00D9CA07F97DF0310DC4CF04A2EB3A328A0E370B65A73EC10B58D91C2E870D4','955ffbbc601f6a6f08212a04722362be044bc56a40d8ed2ca015994867006b13','accepted','open',1767225600000,1767226500000,1,NULL);
INSERT INTO "challenges" VALUES(2,'key 33',100,200,NULL,1,2,NULL,'le-duel','{"first": 1}','daily',1,'','challenge:key 33',X'E12A7E051731CF1DBEEFA2142A8E1ABB1EB5898E2CBE4AA522120829A5588DC7','0fc94a08d1e450691d1961c5a8e1fe3511009ff2a0a1a433af51dbc54284aa2d','accepted','open',1767225600000,1767226500000,2,NULL);
INSERT INTO "challenges" VALUES(3,'key 36',100,200,NULL,2,1,NULL,'le-duel','{"first": 1}','daily',1,'','challenge:key 36',X'EEF2EAE2699D81C58D176A9A58D4BF183DF2ACB6844B9EEBF1CC60AE460EC50D','90cb19edbf8f32beb986c611d69eccc815fa4c664957a83ba44fd058dd413628','open','open',1767225600000,1767226500000,NULL,2);
INSERT INTO "challenges" VALUES(4,'key 37',100,200,NULL,1,2,NULL,'le-duel','{"first": null}','daily',1,'','challenge:key 37',X'DC968997B2904BCDB46F90378701F86FB09B17274579E9D75601CDAAECD0A5FB','7fa8ed6daa026e144432c454ec203ceb8008455e1aba232d173c29d452197a46','accepted','open',1767225600000,1767226500000,3,NULL);
INSERT INTO "challenges" VALUES(5,'key 41',100,200,NULL,1,NULL,'greedy','le-duel','{"first": null}','none',0,'','challenge:key 41',X'2F23FE61002DDF2EB8B73A421501D0C170735418F617BAC812F9FB0EE64A6531','d5f69f527c877cd662fd41b01e400d5c35cd01422746d5b477415c933d119bff','accepted','accepted',1767225600000,1767226500000,4,NULL);
INSERT INTO "challenges" VALUES(6,'key 42',100,200,NULL,1,3,NULL,'le-duel','{"first": null}','live',1,'','challenge:key 42',X'495403E8EE8FCCA49DD1ADE53706EDEC30B737F3F7D1B5AB864FFD433EA15C52','cabcb3ce1f5ec57cd178fe296c2c05e407c8280bc39427096d9b35b64688d47c','open','open',1767225600000,1767226500000,NULL,NULL);
INSERT INTO "challenges" VALUES(7,'key 133',100,200,302,1,NULL,NULL,'le-duel','{"first": null}','live',1,'word','challenge:key 133',X'087E22170AD1ABED6BBB7EA90390ED159D1445F1F3E4C402A6865433DE5C28FA','5adc4d81e75cbe6d9bd8f9a04efdf416eca1e27f3b8f1e8effa58c5c4bad97a2','open','open',1767225600000,1767226500000,NULL,NULL);
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
INSERT INTO "games" VALUES(1,'le-duel',1,100,200,'{"first": null}','live',1,'challenge:key 1',X'F00D9CA07F97DF0310DC4CF04A2EB3A328A0E370B65A73EC10B58D91C2E870D4','955ffbbc601f6a6f08212a04722362be044bc56a40d8ed2ca015994867006b13',2,'{"sides":[{"hand":[2,5,34,45,58,59],"draw":[19,12,25,9,56,38,4,11,35,46,13,47,33,3,36,18,37,17,41],"up":30,"down":6},{"hand":[4,9,18,22,40,51],"draw":[12,32,5,8,28,7,38,3,11,35,41,48,31,57,46,44,16,50,39,45,10,34],"up":57,"down":2}],"turn":1,"staged":"","last":{"seat":0,"places":"08vA,06vA","drawn":2},"turns":31,"outcome":{"reason":"stuck","winners":[0],"scores":[33,30]}}',94,94,94,NULL,0,NULL,1767225600000,1767225600000,1767225600000,'stuck','[0]',NULL,1,NULL);
INSERT INTO "games" VALUES(2,'le-duel',1,100,200,'{"first": 1}','daily',1,'challenge:key 33',X'E12A7E051731CF1DBEEFA2142A8E1ABB1EB5898E2CBE4AA522120829A5588DC7','0fc94a08d1e450691d1961c5a8e1fe3511009ff2a0a1a433af51dbc54284aa2d',2,'{"sides":[{"hand":[4,11,22,24,41,45],"draw":[25,44,43,40,37,39,47,16,59,42,31,27,55,7,49,35,53,9,58,2,20,52,57,29,30,13,54,36,32,23,56,46,28,14,21,34,17,51,15,48,18,38,33,5,26,10,3,19,12,6,50,8],"up":1,"down":60},{"hand":[15,19,35,44,48,50],"draw":[46,22,30,2,26,28,31,14,37,47,16,36,24,52,42,8,21,40,4,54,56,43,13,34,11,25,57,33,53,32,39,20,3,7,49,9,29,27,17,23,18,55,45,5,51,6,10,41,58,38],"up":12,"down":59}],"turn":0,"staged":"","last":{"seat":1,"places":"59vA,12^A","drawn":2},"turns":1,"outcome":null}',4,4,-1,NULL,0,NULL,1767225600000,1767225600000,1767225600000,'resigned','[1]',NULL,2,NULL);
INSERT INTO "games" VALUES(3,'le-duel',1,100,200,'{"first": null}','daily',1,'challenge:key 37',X'DC968997B2904BCDB46F90378701F86FB09B17274579E9D75601CDAAECD0A5FB','7fa8ed6daa026e144432c454ec203ceb8008455e1aba232d173c29d452197a46',2,'{"sides":[{"hand":[17,20,33,35,48,49],"draw":[6,7,59,14,57,43,12,29,13,50,22,8,25,51,16,38,58,46,4,47,39,9,10,55,30,44,15,5,11,24,21,41,19,45,28,36,40,18,37,54,31,26,2,23,27,52,3,42,34,32],"up":1,"down":53},{"hand":[14,15,27,45,52,53],"draw":[20,8,55,37,54,43,11,24,59,2,49,9,32,35,38,34,29,25,17,47,6,51,39,31,16,12,48,21,22,58,10,44,50,3,5,33,19,56,41,23,40,18,28,46,36,7,42,13,30,26],"up":4,"down":57}],"turn":1,"staged":"","last":{"seat":0,"places":"56vA,53vA","drawn":2},"turns":2,"outcome":null}',6,6,-1,1767312000000,0,0,1767225600000,1767225600000,NULL,NULL,'[]',NULL,NULL,NULL);
INSERT INTO "games" VALUES(4,'le-duel',1,100,200,'{"first": null}','none',0,'challenge:key 41',X'2F23FE61002DDF2EB8B73A421501D0C170735418F617BAC812F9FB0EE64A6531','d5f69f527c877cd662fd41b01e400d5c35cd01422746d5b477415c933d119bff',2,'{"sides":[{"hand":[3,22,27,40,51,58],"draw":[39,2,35,32,15,47,48,21,34,13,25,18,42,19,30,24,28,49,52,53,44,20,37,10,29,12,54,5,23,9,31,36,45,43,50,59,46,4,8,26,6,16,41,14,33,11,38,55,7,17,56,57],"up":1,"down":60},{"hand":[15,19,32,36,48,58],"draw":[34,21,16,44,45,29,59,11,9,52,35,46,37,20,28,42,30,56,2,54,17,22,4,7,41,39,23,31,13,10,47,27,18,50,57,49,25,14,6,12,38,55,24,40,43,51,53,5,3,33,8,26],"up":1,"down":60}],"turn":0,"staged":"","last":null,"turns":0,"outcome":null}',0,0,-1,NULL,0,NULL,1767225600000,1767225600000,NULL,NULL,'[]',NULL,NULL,NULL);
INSERT INTO "games" VALUES(5,'the-game',1,100,200,'{"expert": false, "fewer": false, "fire": false}','live',0,'lobby:key 43',X'88333D8B4761A8EC9743C95C7818334AD4C6449836D6511C53E631B7AEECF2BC','3564510f28cda871f8486e1e894138f2af5c83bc269ef5883f26d8998ca1f710',2,'{"mode":{"expert":false,"fewer":false,"fire":false},"hands":[[26,33,60,61,93,95],[21,35,46,47,57,73]],"draw":[],"lot":1,"turn":1,"tops":[99,80,3,6],"staged":"","signals":[],"last":{"seat":0,"places":"80b","drawn":0,"claimed":false},"turns":40,"outcome":{"reason":"blocked","winners":[],"scores":[12,12]}}',127,127,-1,NULL,0,NULL,1767225600000,1767225600000,1767225600000,'blocked','[]',NULL,3,NULL);
INSERT INTO "games" VALUES(6,'the-game',1,100,200,'{"expert": false, "fewer": false, "fire": true}','live',0,'lobby:key 86',X'7E225D62D6858167E1276DC172E7588C351351D70D833859A3F6572DF8628C16','58e224f3ddec32a307ccbfa232e45ecd6d085f962881bf9d9cdf0f259334f6a1',2,'{"mode":{"expert":false,"fewer":false,"fire":true},"hands":[[36,48,57,74],[29,42,73]],"draw":[],"lot":1,"turn":1,"tops":[81,99,15,16],"staged":"","signals":[],"last":{"seat":0,"places":"16d","drawn":0,"claimed":false},"turns":42,"outcome":{"reason":"blocked","winners":[],"scores":[7,7]}}',134,134,-1,NULL,0,NULL,1767225600000,1767225600000,1767225600000,'blocked','[]',NULL,4,NULL);
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
INSERT INTO "lobbies" VALUES(1,'key 43',100,200,NULL,1,'the-game','{"expert": false, "fewer": false, "fire": false}','live','[[1, null, "1:key 43"], [2, null, "2:key 44"]]','lobby:key 43',X'88333D8B4761A8EC9743C95C7818334AD4C6449836D6511C53E631B7AEECF2BC','3564510f28cda871f8486e1e894138f2af5c83bc269ef5883f26d8998ca1f710','started',2,2,1767225600000,1767226500000,5,NULL);
INSERT INTO "lobbies" VALUES(2,'key 86',100,200,NULL,1,'the-game','{"expert": false, "fewer": false, "fire": true}','live','[[1, null, "1:key 86"], [2, null, "2:key 87"]]','lobby:key 86',X'7E225D62D6858167E1276DC172E7588C351351D70D833859A3F6572DF8628C16','58e224f3ddec32a307ccbfa232e45ecd6d085f962881bf9d9cdf0f259334f6a1','started',2,2,1767225600000,1767226500000,6,NULL);
INSERT INTO "lobbies" VALUES(3,'key 131',100,200,301,3,'the-game','{"expert": false, "fewer": false, "fire": false}','live','[[3, null, "3:key 131"], [1, null, ""], [null, "mate", ""], [2, null, "2:key 132"]]','lobby:key 131',X'69C22FC3FFF827CA5A110AF2A5ECEB90AAAF04EBB7208BF3E5ECEB3ED5308232','8790ba5faf778d8f336e75230ed3786fd55fb7cbdef2f6fcc20f48d47ac16d2f','open',1,0,1767225600000,1767226500000,NULL,NULL);
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
INSERT INTO "openings" VALUES(0,'le-duel',1,'v v',1,1);
INSERT INTO "openings" VALUES(0,'le-duel',2,'^ v',1,1);
INSERT INTO "openings" VALUES(0,'le-duel',2,'v v',1,0);
INSERT INTO "openings" VALUES(100,'le-duel',1,'v v',1,1);
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
    gain_here INTEGER NOT NULL, opening TEXT, rank INTEGER,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "results" VALUES(1,0,1,1,'le-duel',100,1767225600000,'2026-01',31,'win',1,1,1,1,1,1,1.0,2.76353894931404973087e+01,8.06590141354368,158,2.76353894931404973087e+01,8.06590141354368,158,'v v',1);
INSERT INTO "results" VALUES(1,1,2,1,'le-duel',100,1767225600000,'2026-01',31,'loss',0,1,1,1,1,1,1.0,2.23646105068595026912e+01,8.06590141354368,-158,2.23646105068595026912e+01,8.06590141354368,-158,'v v',2);
INSERT INTO "results" VALUES(2,0,1,2,'le-duel',100,1767225600000,'2026-01',1,'loss',0,0,1,0,2,2,0.0,2.76353894931404973087e+01,8.06590141354368,0,2.76353894931404973087e+01,8.06590141354368,0,NULL,2);
INSERT INTO "results" VALUES(2,1,2,2,'le-duel',100,1767225600000,'2026-01',1,'win',1,0,1,0,2,2,0.0,2.23646105068595026912e+01,8.06590141354368,0,2.23646105068595026912e+01,8.06590141354368,0,'^ v',1);
INSERT INTO "results" VALUES(5,0,1,3,'the-game',100,1767225600000,'2026-01',40,'loss',1,0,0,0,3,3,0.0,25.0,8.33333333333333392545e+00,0,25.0,8.33333333333333392545e+00,0,NULL,1);
INSERT INTO "results" VALUES(5,1,2,3,'the-game',100,1767225600000,'2026-01',40,'loss',0,0,0,0,3,3,0.0,25.0,8.33333333333333392545e+00,0,25.0,8.33333333333333392545e+00,0,NULL,1);
INSERT INTO "results" VALUES(6,0,1,4,'the-game',100,1767225600000,'2026-01',42,'loss',1,0,0,0,4,4,0.0,25.0,8.33333333333333392545e+00,0,25.0,8.33333333333333392545e+00,0,NULL,1);
INSERT INTO "results" VALUES(6,1,2,4,'the-game',100,1767225600000,'2026-01',42,'loss',0,0,0,0,4,4,0.0,25.0,8.33333333333333392545e+00,0,25.0,8.33333333333333392545e+00,0,NULL,1);
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
INSERT INTO "seats" VALUES(1,1,2,NULL,'',0,0,1767225600000);
INSERT INTO "seats" VALUES(2,0,1,NULL,'',0,0,1767225600000);
INSERT INTO "seats" VALUES(2,1,2,NULL,'',0,0,1767225600000);
INSERT INTO "seats" VALUES(3,0,1,NULL,'',0,0,NULL);
INSERT INTO "seats" VALUES(3,1,2,NULL,'',0,0,NULL);
INSERT INTO "seats" VALUES(4,0,1,NULL,'',0,0,NULL);
INSERT INTO "seats" VALUES(4,1,NULL,'greedy','',0,0,NULL);
INSERT INTO "seats" VALUES(5,0,1,NULL,'',0,0,1767225600000);
INSERT INTO "seats" VALUES(5,1,2,NULL,'',0,0,1767225600000);
INSERT INTO "seats" VALUES(6,0,1,NULL,'',0,0,1767225600000);
INSERT INTO "seats" VALUES(6,1,2,NULL,'',0,0,1767225600000);
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
INSERT INTO "shown" VALUES(1,'table',200,300,94,1);
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
INSERT INTO "team_records" VALUES(0,'the-game','all',1,2,'',1,0,12,12,5);
INSERT INTO "team_records" VALUES(0,'the-game','all',1,2,'fire',1,0,7,7,6);
INSERT INTO "team_records" VALUES(0,'the-game','all',2,2,'',1,0,12,12,5);
INSERT INTO "team_records" VALUES(0,'the-game','all',2,2,'fire',1,0,7,7,6);
INSERT INTO "team_records" VALUES(0,'the-game','month 2026-01',1,2,'',1,0,12,12,5);
INSERT INTO "team_records" VALUES(0,'the-game','month 2026-01',1,2,'fire',1,0,7,7,6);
INSERT INTO "team_records" VALUES(0,'the-game','month 2026-01',2,2,'',1,0,12,12,5);
INSERT INTO "team_records" VALUES(0,'the-game','month 2026-01',2,2,'fire',1,0,7,7,6);
INSERT INTO "team_records" VALUES(0,'the-game','season 2026-01',1,2,'',1,0,12,12,5);
INSERT INTO "team_records" VALUES(0,'the-game','season 2026-01',1,2,'fire',1,0,7,7,6);
INSERT INTO "team_records" VALUES(0,'the-game','season 2026-01',2,2,'',1,0,12,12,5);
INSERT INTO "team_records" VALUES(0,'the-game','season 2026-01',2,2,'fire',1,0,7,7,6);
INSERT INTO "team_records" VALUES(0,'the-game','week 2026-01',1,2,'',1,0,12,12,5);
INSERT INTO "team_records" VALUES(0,'the-game','week 2026-01',1,2,'fire',1,0,7,7,6);
INSERT INTO "team_records" VALUES(0,'the-game','week 2026-01',2,2,'',1,0,12,12,5);
INSERT INTO "team_records" VALUES(0,'the-game','week 2026-01',2,2,'fire',1,0,7,7,6);
INSERT INTO "team_records" VALUES(100,'the-game','all',1,2,'',1,0,12,12,5);
INSERT INTO "team_records" VALUES(100,'the-game','all',1,2,'fire',1,0,7,7,6);
INSERT INTO "team_records" VALUES(100,'the-game','all',2,2,'',1,0,12,12,5);
INSERT INTO "team_records" VALUES(100,'the-game','all',2,2,'fire',1,0,7,7,6);
INSERT INTO "team_records" VALUES(100,'the-game','month 2026-01',1,2,'',1,0,12,12,5);
INSERT INTO "team_records" VALUES(100,'the-game','month 2026-01',1,2,'fire',1,0,7,7,6);
INSERT INTO "team_records" VALUES(100,'the-game','month 2026-01',2,2,'',1,0,12,12,5);
INSERT INTO "team_records" VALUES(100,'the-game','month 2026-01',2,2,'fire',1,0,7,7,6);
INSERT INTO "team_records" VALUES(100,'the-game','season 2026-01',1,2,'',1,0,12,12,5);
INSERT INTO "team_records" VALUES(100,'the-game','season 2026-01',1,2,'fire',1,0,7,7,6);
INSERT INTO "team_records" VALUES(100,'the-game','season 2026-01',2,2,'',1,0,12,12,5);
INSERT INTO "team_records" VALUES(100,'the-game','season 2026-01',2,2,'fire',1,0,7,7,6);
INSERT INTO "team_records" VALUES(100,'the-game','week 2026-01',1,2,'',1,0,12,12,5);
INSERT INTO "team_records" VALUES(100,'the-game','week 2026-01',1,2,'fire',1,0,7,7,6);
INSERT INTO "team_records" VALUES(100,'the-game','week 2026-01',2,2,'',1,0,12,12,5);
INSERT INTO "team_records" VALUES(100,'the-game','week 2026-01',2,2,'fire',1,0,7,7,6);
CREATE TABLE team_scores (
    game_id INTEGER PRIMARY KEY REFERENCES games (id),
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    size INTEGER NOT NULL, -- how many sat down
    mode TEXT NOT NULL, -- the options that were on, and whether computers helped
    score INTEGER NOT NULL, -- fewer is better
    ended_at INTEGER NOT NULL
) STRICT;
INSERT INTO "team_scores" VALUES(5,100,'the-game',2,'',12,1767225600000);
INSERT INTO "team_scores" VALUES(6,100,'the-game',2,'fire',7,1767225600000);
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
INSERT INTO "team_tallies" VALUES(0,'the-game','all',2,'',12,1);
INSERT INTO "team_tallies" VALUES(0,'the-game','all',2,'fire',7,1);
INSERT INTO "team_tallies" VALUES(0,'the-game','month 2026-01',2,'',12,1);
INSERT INTO "team_tallies" VALUES(0,'the-game','month 2026-01',2,'fire',7,1);
INSERT INTO "team_tallies" VALUES(0,'the-game','season 2026-01',2,'',12,1);
INSERT INTO "team_tallies" VALUES(0,'the-game','season 2026-01',2,'fire',7,1);
INSERT INTO "team_tallies" VALUES(0,'the-game','week 2026-01',2,'',12,1);
INSERT INTO "team_tallies" VALUES(0,'the-game','week 2026-01',2,'fire',7,1);
INSERT INTO "team_tallies" VALUES(100,'the-game','all',2,'',12,1);
INSERT INTO "team_tallies" VALUES(100,'the-game','all',2,'fire',7,1);
INSERT INTO "team_tallies" VALUES(100,'the-game','month 2026-01',2,'',12,1);
INSERT INTO "team_tallies" VALUES(100,'the-game','month 2026-01',2,'fire',7,1);
INSERT INTO "team_tallies" VALUES(100,'the-game','season 2026-01',2,'',12,1);
INSERT INTO "team_tallies" VALUES(100,'the-game','season 2026-01',2,'fire',7,1);
INSERT INTO "team_tallies" VALUES(100,'the-game','week 2026-01',2,'',12,1);
INSERT INTO "team_tallies" VALUES(100,'the-game','week 2026-01',2,'fire',7,1);
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
INSERT INTO "sqlite_sequence" VALUES('challenges',7);
INSERT INTO "sqlite_sequence" VALUES('games',6);
INSERT INTO "sqlite_sequence" VALUES('lobbies',3);
COMMIT;
