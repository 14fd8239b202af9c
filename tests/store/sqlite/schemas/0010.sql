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
INSERT INTO "actions" VALUES(1,1,1,0,'play','52vA',1767225600000,'key 2:0');
INSERT INTO "actions" VALUES(2,1,2,0,'play','16^A',1767225600000,'key 2:1');
INSERT INTO "actions" VALUES(3,1,3,0,'play','end',1767225600000,'key 2:2');
INSERT INTO "actions" VALUES(4,1,4,1,'play','02^A',1767225600000,'key 3:0');
INSERT INTO "actions" VALUES(5,1,5,1,'play','09^A',1767225600000,'key 3:1');
INSERT INTO "actions" VALUES(6,1,6,1,'play','end',1767225600000,'key 3:2');
INSERT INTO "actions" VALUES(7,1,7,0,'play','02^E',1767225600000,'key 4:0');
INSERT INTO "actions" VALUES(8,1,8,0,'play','26^A',1767225600000,'key 4:1');
INSERT INTO "actions" VALUES(9,1,9,0,'play','end',1767225600000,'key 4:2');
INSERT INTO "actions" VALUES(10,1,10,1,'play','59vA',1767225600000,'key 5:0');
INSERT INTO "actions" VALUES(11,1,11,1,'play','21^E',1767225600000,'key 5:1');
INSERT INTO "actions" VALUES(12,1,12,1,'play','end',1767225600000,'key 5:2');
INSERT INTO "actions" VALUES(13,1,13,0,'play','30^A',1767225600000,'key 6:0');
INSERT INTO "actions" VALUES(14,1,14,0,'play','32^A',1767225600000,'key 6:1');
INSERT INTO "actions" VALUES(15,1,15,0,'play','end',1767225600000,'key 6:2');
INSERT INTO "actions" VALUES(16,1,16,1,'play','55vE',1767225600000,'key 7:0');
INSERT INTO "actions" VALUES(17,1,17,1,'play','17^A',1767225600000,'key 7:1');
INSERT INTO "actions" VALUES(18,1,18,1,'play','end',1767225600000,'key 7:2');
INSERT INTO "actions" VALUES(19,1,19,0,'play','22^A',1767225600000,'key 8:0');
INSERT INTO "actions" VALUES(20,1,20,0,'play','50vA',1767225600000,'key 8:1');
INSERT INTO "actions" VALUES(21,1,21,0,'play','end',1767225600000,'key 8:2');
INSERT INTO "actions" VALUES(22,1,22,1,'play','18^A',1767225600000,'key 9:0');
INSERT INTO "actions" VALUES(23,1,23,1,'play','44vA',1767225600000,'key 9:1');
INSERT INTO "actions" VALUES(24,1,24,1,'play','end',1767225600000,'key 9:2');
INSERT INTO "actions" VALUES(25,1,25,0,'play','43vA',1767225600000,'key 10:0');
INSERT INTO "actions" VALUES(26,1,26,0,'play','40vA',1767225600000,'key 10:1');
INSERT INTO "actions" VALUES(27,1,27,0,'play','end',1767225600000,'key 10:2');
INSERT INTO "actions" VALUES(28,1,28,1,'play','19^A',1767225600000,'key 11:0');
INSERT INTO "actions" VALUES(29,1,29,1,'play','42vA',1767225600000,'key 11:1');
INSERT INTO "actions" VALUES(30,1,30,1,'play','end',1767225600000,'key 11:2');
INSERT INTO "actions" VALUES(31,1,31,0,'play','23^A',1767225600000,'key 12:0');
INSERT INTO "actions" VALUES(32,1,32,0,'play','24^A',1767225600000,'key 12:1');
INSERT INTO "actions" VALUES(33,1,33,0,'play','end',1767225600000,'key 12:2');
INSERT INTO "actions" VALUES(34,1,34,1,'play','37vA',1767225600000,'key 13:0');
INSERT INTO "actions" VALUES(35,1,35,1,'play','50vE',1767225600000,'key 13:1');
INSERT INTO "actions" VALUES(36,1,36,1,'play','end',1767225600000,'key 13:2');
INSERT INTO "actions" VALUES(37,1,37,0,'play','10^E',1767225600000,'key 14:0');
INSERT INTO "actions" VALUES(38,1,38,0,'play','34^A',1767225600000,'key 14:1');
INSERT INTO "actions" VALUES(39,1,39,0,'play','end',1767225600000,'key 14:2');
INSERT INTO "actions" VALUES(40,1,40,1,'play','53vE',1767225600000,'key 15:0');
INSERT INTO "actions" VALUES(41,1,41,1,'play','39^A',1767225600000,'key 15:1');
INSERT INTO "actions" VALUES(42,1,42,1,'play','end',1767225600000,'key 15:2');
INSERT INTO "actions" VALUES(43,1,43,0,'play','36^A',1767225600000,'key 16:0');
INSERT INTO "actions" VALUES(44,1,44,0,'play','55vE',1767225600000,'key 16:1');
INSERT INTO "actions" VALUES(45,1,45,0,'play','end',1767225600000,'key 16:2');
INSERT INTO "actions" VALUES(46,1,46,1,'play','56vE',1767225600000,'key 17:0');
INSERT INTO "actions" VALUES(47,1,47,1,'play','32vA',1767225600000,'key 17:1');
INSERT INTO "actions" VALUES(48,1,48,1,'play','end',1767225600000,'key 17:2');
INSERT INTO "actions" VALUES(49,1,49,0,'play','33vE',1767225600000,'key 18:0');
INSERT INTO "actions" VALUES(50,1,50,0,'play','42^A',1767225600000,'key 18:1');
INSERT INTO "actions" VALUES(51,1,51,0,'play','end',1767225600000,'key 18:2');
INSERT INTO "actions" VALUES(52,1,52,1,'play','40^A',1767225600000,'key 19:0');
INSERT INTO "actions" VALUES(53,1,53,1,'play','57vE',1767225600000,'key 19:1');
INSERT INTO "actions" VALUES(54,1,54,1,'play','end',1767225600000,'key 19:2');
INSERT INTO "actions" VALUES(55,1,55,0,'play','56vA',1767225600000,'key 20:0');
INSERT INTO "actions" VALUES(56,1,56,0,'play','47^A',1767225600000,'key 20:1');
INSERT INTO "actions" VALUES(57,1,57,0,'play','end',1767225600000,'key 20:2');
INSERT INTO "actions" VALUES(58,1,58,1,'play','28vA',1767225600000,'key 21:0');
INSERT INTO "actions" VALUES(59,1,59,1,'play','38vA',1767225600000,'key 21:1');
INSERT INTO "actions" VALUES(60,1,60,1,'play','end',1767225600000,'key 21:2');
INSERT INTO "actions" VALUES(61,1,61,0,'play','53vA',1767225600000,'key 22:0');
INSERT INTO "actions" VALUES(62,1,62,0,'play','19^E',1767225600000,'key 22:1');
INSERT INTO "actions" VALUES(63,1,63,0,'play','end',1767225600000,'key 22:2');
INSERT INTO "actions" VALUES(64,1,64,1,'play','33vA',1767225600000,'key 23:0');
INSERT INTO "actions" VALUES(65,1,65,1,'play','26^A',1767225600000,'key 23:1');
INSERT INTO "actions" VALUES(66,1,66,1,'play','end',1767225600000,'key 23:2');
INSERT INTO "actions" VALUES(67,1,67,0,'play','44vA',1767225600000,'key 24:0');
INSERT INTO "actions" VALUES(68,1,68,0,'play','11^E',1767225600000,'key 24:1');
INSERT INTO "actions" VALUES(69,1,69,0,'play','end',1767225600000,'key 24:2');
INSERT INTO "actions" VALUES(70,1,70,1,'play','49vE',1767225600000,'key 25:0');
INSERT INTO "actions" VALUES(71,1,71,1,'play','10vA',1767225600000,'key 25:1');
INSERT INTO "actions" VALUES(72,1,72,1,'play','end',1767225600000,'key 25:2');
INSERT INTO "actions" VALUES(73,1,73,0,'play','06^E',1767225600000,'key 26:0');
INSERT INTO "actions" VALUES(74,1,74,0,'play','57^A',1767225600000,'key 26:1');
INSERT INTO "actions" VALUES(75,1,75,0,'play','end',1767225600000,'key 26:2');
INSERT INTO "actions" VALUES(76,1,76,1,'play','07^A',1767225600000,'key 27:0');
INSERT INTO "actions" VALUES(77,1,77,1,'play','06vA',1767225600000,'key 27:1');
INSERT INTO "actions" VALUES(78,1,78,1,'play','end',1767225600000,'key 27:2');
INSERT INTO "actions" VALUES(79,1,79,0,'play','05^E',1767225600000,'key 28:0');
INSERT INTO "actions" VALUES(80,1,80,0,'play','28vA',1767225600000,'key 28:1');
INSERT INTO "actions" VALUES(81,1,81,0,'play','end',1767225600000,'key 28:2');
INSERT INTO "actions" VALUES(82,1,82,1,'play','05vA',1767225600000,'key 29:0');
INSERT INTO "actions" VALUES(83,1,83,1,'play','15vA',1767225600000,'key 29:1');
INSERT INTO "actions" VALUES(84,1,84,1,'play','end',1767225600000,'key 29:2');
INSERT INTO "actions" VALUES(85,1,85,0,'play','04^E',1767225600000,'key 30:0');
INSERT INTO "actions" VALUES(86,1,86,0,'play','21vA',1767225600000,'key 30:1');
INSERT INTO "actions" VALUES(87,1,87,0,'play','end',1767225600000,'key 30:2');
INSERT INTO "actions" VALUES(88,1,88,1,'play','25vA',1767225600000,'key 31:0');
INSERT INTO "actions" VALUES(89,1,89,1,'play','35vA',1767225600000,'key 31:1');
INSERT INTO "actions" VALUES(90,1,90,1,'play','45vA',1767225600000,'key 31:2');
INSERT INTO "actions" VALUES(91,1,91,1,'play','end',1767225600000,'key 31:3');
INSERT INTO "actions" VALUES(92,1,92,0,'play','20vA',1767225600000,'key 32:0');
INSERT INTO "actions" VALUES(93,1,93,0,'play','14vA',1767225600000,'key 32:1');
INSERT INTO "actions" VALUES(94,1,94,0,'play','end',1767225600000,'key 32:2');
INSERT INTO "actions" VALUES(95,1,95,1,'play','08^A',1767225600000,'key 33:0');
INSERT INTO "actions" VALUES(96,1,96,1,'play','41vA',1767225600000,'key 33:1');
INSERT INTO "actions" VALUES(97,1,97,1,'play','end',1767225600000,'key 33:2');
INSERT INTO "actions" VALUES(98,1,98,0,'play','13vA',1767225600000,'key 34:0');
INSERT INTO "actions" VALUES(99,1,99,0,'play','12vA',1767225600000,'key 34:1');
INSERT INTO "actions" VALUES(100,1,100,0,'play','end',1767225600000,'key 34:2');
INSERT INTO "actions" VALUES(101,1,101,1,'play','54^E',1767225600000,'key 35:0');
INSERT INTO "actions" VALUES(102,1,102,1,'play','29vA',1767225600000,'key 35:1');
INSERT INTO "actions" VALUES(103,1,103,1,'play','end',1767225600000,'key 35:2');
INSERT INTO "actions" VALUES(104,2,1,1,'play','58vA',1767225600000,'key 37:0');
INSERT INTO "actions" VALUES(105,2,2,1,'play','55vA',1767225600000,'key 37:1');
INSERT INTO "actions" VALUES(106,2,3,1,'play','end',1767225600000,'key 37:2');
INSERT INTO "actions" VALUES(107,2,4,0,'resigned','',1767225600000,'key 38:0');
INSERT INTO "actions" VALUES(108,3,1,0,'play','04^A',1767225600000,'key 41:0');
INSERT INTO "actions" VALUES(109,3,2,0,'play','06^A',1767225600000,'key 41:1');
INSERT INTO "actions" VALUES(110,3,3,0,'play','end',1767225600000,'key 41:2');
INSERT INTO "actions" VALUES(111,3,4,1,'play','56vA',1767225600000,'key 42:0');
INSERT INTO "actions" VALUES(112,3,5,1,'play','51vA',1767225600000,'key 42:1');
INSERT INTO "actions" VALUES(113,3,6,1,'play','end',1767225600000,'key 42:2');
INSERT INTO "actions" VALUES(114,5,1,1,'play','claim',1767225600000,'key 47:0');
INSERT INTO "actions" VALUES(115,5,2,1,'play','08a',1767225600000,'key 48:0');
INSERT INTO "actions" VALUES(116,5,3,1,'play','17a',1767225600000,'key 48:1');
INSERT INTO "actions" VALUES(117,5,4,1,'play','end',1767225600000,'key 48:2');
INSERT INTO "actions" VALUES(118,5,5,0,'play','83c',1767225600000,'key 49:0');
INSERT INTO "actions" VALUES(119,5,6,0,'play','77c',1767225600000,'key 49:1');
INSERT INTO "actions" VALUES(120,5,7,0,'play','end',1767225600000,'key 49:2');
INSERT INTO "actions" VALUES(121,5,8,1,'play','20a',1767225600000,'key 50:0');
INSERT INTO "actions" VALUES(122,5,9,1,'play','29a',1767225600000,'key 50:1');
INSERT INTO "actions" VALUES(123,5,10,1,'play','30a',1767225600000,'key 50:2');
INSERT INTO "actions" VALUES(124,5,11,1,'play','31a',1767225600000,'key 50:3');
INSERT INTO "actions" VALUES(125,5,12,1,'play','end',1767225600000,'key 50:4');
INSERT INTO "actions" VALUES(126,5,13,0,'play','34a',1767225600000,'key 51:0');
INSERT INTO "actions" VALUES(127,5,14,0,'play','38a',1767225600000,'key 51:1');
INSERT INTO "actions" VALUES(128,5,15,0,'play','end',1767225600000,'key 51:2');
INSERT INTO "actions" VALUES(129,5,16,1,'play','04b',1767225600000,'key 52:0');
INSERT INTO "actions" VALUES(130,5,17,1,'play','74c',1767225600000,'key 52:1');
INSERT INTO "actions" VALUES(131,5,18,1,'play','end',1767225600000,'key 52:2');
INSERT INTO "actions" VALUES(132,5,19,0,'play','28a',1767225600000,'key 53:0');
INSERT INTO "actions" VALUES(133,5,20,0,'play','72c',1767225600000,'key 53:1');
INSERT INTO "actions" VALUES(134,5,21,0,'play','end',1767225600000,'key 53:2');
INSERT INTO "actions" VALUES(135,5,22,1,'play','07b',1767225600000,'key 54:0');
INSERT INTO "actions" VALUES(136,5,23,1,'play','36a',1767225600000,'key 54:1');
INSERT INTO "actions" VALUES(137,5,24,1,'play','end',1767225600000,'key 54:2');
INSERT INTO "actions" VALUES(138,5,25,0,'play','39a',1767225600000,'key 55:0');
INSERT INTO "actions" VALUES(139,5,26,0,'play','65c',1767225600000,'key 55:1');
INSERT INTO "actions" VALUES(140,5,27,0,'play','end',1767225600000,'key 55:2');
INSERT INTO "actions" VALUES(141,5,28,1,'play','97d',1767225600000,'key 56:0');
INSERT INTO "actions" VALUES(142,5,29,1,'play','45a',1767225600000,'key 56:1');
INSERT INTO "actions" VALUES(143,5,30,1,'play','47a',1767225600000,'key 56:2');
INSERT INTO "actions" VALUES(144,5,31,1,'play','48a',1767225600000,'key 56:3');
INSERT INTO "actions" VALUES(145,5,32,1,'play','end',1767225600000,'key 56:4');
INSERT INTO "actions" VALUES(146,5,33,0,'play','49a',1767225600000,'key 57:0');
INSERT INTO "actions" VALUES(147,5,34,0,'play','91d',1767225600000,'key 57:1');
INSERT INTO "actions" VALUES(148,5,35,0,'play','end',1767225600000,'key 57:2');
INSERT INTO "actions" VALUES(149,5,36,1,'play','87d',1767225600000,'key 58:0');
INSERT INTO "actions" VALUES(150,5,37,1,'play','86d',1767225600000,'key 58:1');
INSERT INTO "actions" VALUES(151,5,38,1,'play','end',1767225600000,'key 58:2');
INSERT INTO "actions" VALUES(152,5,39,0,'play','84d',1767225600000,'key 59:0');
INSERT INTO "actions" VALUES(153,5,40,0,'play','12b',1767225600000,'key 59:1');
INSERT INTO "actions" VALUES(154,5,41,0,'play','end',1767225600000,'key 59:2');
INSERT INTO "actions" VALUES(155,5,42,1,'play','13b',1767225600000,'key 60:0');
INSERT INTO "actions" VALUES(156,5,43,1,'play','81d',1767225600000,'key 60:1');
INSERT INTO "actions" VALUES(157,5,44,1,'play','79d',1767225600000,'key 60:2');
INSERT INTO "actions" VALUES(158,5,45,1,'play','end',1767225600000,'key 60:3');
INSERT INTO "actions" VALUES(159,5,46,0,'play','63c',1767225600000,'key 61:0');
INSERT INTO "actions" VALUES(160,5,47,0,'play','16b',1767225600000,'key 61:1');
INSERT INTO "actions" VALUES(161,5,48,0,'play','end',1767225600000,'key 61:2');
INSERT INTO "actions" VALUES(162,5,49,1,'play','21b',1767225600000,'key 62:0');
INSERT INTO "actions" VALUES(163,5,50,1,'play','57c',1767225600000,'key 62:1');
INSERT INTO "actions" VALUES(164,5,51,1,'play','end',1767225600000,'key 62:2');
INSERT INTO "actions" VALUES(165,5,52,0,'play','56c',1767225600000,'key 63:0');
INSERT INTO "actions" VALUES(166,5,53,0,'play','25b',1767225600000,'key 63:1');
INSERT INTO "actions" VALUES(167,5,54,0,'play','15b',1767225600000,'key 63:2');
INSERT INTO "actions" VALUES(168,5,55,0,'play','end',1767225600000,'key 63:3');
INSERT INTO "actions" VALUES(169,5,56,1,'play','66c',1767225600000,'key 64:0');
INSERT INTO "actions" VALUES(170,5,57,1,'play','46c',1767225600000,'key 64:1');
INSERT INTO "actions" VALUES(171,5,58,1,'play','end',1767225600000,'key 64:2');
INSERT INTO "actions" VALUES(172,5,59,0,'play','75d',1767225600000,'key 65:0');
INSERT INTO "actions" VALUES(173,5,60,0,'play','70d',1767225600000,'key 65:1');
INSERT INTO "actions" VALUES(174,5,61,0,'play','end',1767225600000,'key 65:2');
INSERT INTO "actions" VALUES(175,5,62,1,'play','43c',1767225600000,'key 66:0');
INSERT INTO "actions" VALUES(176,5,63,1,'play','37c',1767225600000,'key 66:1');
INSERT INTO "actions" VALUES(177,5,64,1,'play','end',1767225600000,'key 66:2');
INSERT INTO "actions" VALUES(178,5,65,0,'play','69d',1767225600000,'key 67:0');
INSERT INTO "actions" VALUES(179,5,66,0,'play','33c',1767225600000,'key 67:1');
INSERT INTO "actions" VALUES(180,5,67,0,'play','end',1767225600000,'key 67:2');
INSERT INTO "actions" VALUES(181,5,68,1,'play','61d',1767225600000,'key 68:0');
INSERT INTO "actions" VALUES(182,5,69,1,'play','24b',1767225600000,'key 68:1');
INSERT INTO "actions" VALUES(183,5,70,1,'play','end',1767225600000,'key 68:2');
INSERT INTO "actions" VALUES(184,5,71,0,'play','59d',1767225600000,'key 69:0');
INSERT INTO "actions" VALUES(185,5,72,0,'play','27b',1767225600000,'key 69:1');
INSERT INTO "actions" VALUES(186,5,73,0,'play','end',1767225600000,'key 69:2');
INSERT INTO "actions" VALUES(187,5,74,1,'play','22c',1767225600000,'key 70:0');
INSERT INTO "actions" VALUES(188,5,75,1,'play','02c',1767225600000,'key 70:1');
INSERT INTO "actions" VALUES(189,5,76,1,'play','end',1767225600000,'key 70:2');
INSERT INTO "actions" VALUES(190,5,77,0,'play','60a',1767225600000,'key 71:0');
INSERT INTO "actions" VALUES(191,5,78,0,'play','40b',1767225600000,'key 71:1');
INSERT INTO "actions" VALUES(192,5,79,0,'play','end',1767225600000,'key 71:2');
INSERT INTO "actions" VALUES(193,5,80,1,'play','78a',1767225600000,'key 72:0');
INSERT INTO "actions" VALUES(194,5,81,1,'play','85a',1767225600000,'key 72:1');
INSERT INTO "actions" VALUES(195,5,82,1,'play','end',1767225600000,'key 72:2');
INSERT INTO "actions" VALUES(196,5,83,0,'play','88a',1767225600000,'key 73:0');
INSERT INTO "actions" VALUES(197,5,84,0,'play','99a',1767225600000,'key 73:1');
INSERT INTO "actions" VALUES(198,5,85,0,'play','end',1767225600000,'key 73:2');
INSERT INTO "actions" VALUES(199,5,86,1,'play','23d',1767225600000,'key 74:0');
INSERT INTO "actions" VALUES(200,5,87,1,'play','06d',1767225600000,'key 74:1');
INSERT INTO "actions" VALUES(201,5,88,1,'play','end',1767225600000,'key 74:2');
INSERT INTO "actions" VALUES(202,5,89,0,'play','03d',1767225600000,'key 75:0');
INSERT INTO "actions" VALUES(203,5,90,0,'play','53b',1767225600000,'key 75:1');
INSERT INTO "actions" VALUES(204,5,91,0,'play','end',1767225600000,'key 75:2');
INSERT INTO "actions" VALUES(205,5,92,1,'play','82b',1767225600000,'key 76:0');
INSERT INTO "actions" VALUES(206,5,93,1,'play','90b',1767225600000,'key 76:1');
INSERT INTO "actions" VALUES(207,5,94,1,'play','92b',1767225600000,'key 76:2');
INSERT INTO "actions" VALUES(208,5,95,1,'play','93b',1767225600000,'key 76:3');
INSERT INTO "actions" VALUES(209,5,96,1,'play','end',1767225600000,'key 76:4');
INSERT INTO "actions" VALUES(210,6,1,1,'play','claim',1767225600000,'key 78:0');
INSERT INTO "actions" VALUES(211,6,2,1,'play','16a',1767225600000,'key 79:0');
INSERT INTO "actions" VALUES(212,6,3,1,'play','34a',1767225600000,'key 79:1');
INSERT INTO "actions" VALUES(213,6,4,1,'play','end',1767225600000,'key 79:2');
INSERT INTO "actions" VALUES(214,6,5,0,'play','02b',1767225600000,'key 80:0');
INSERT INTO "actions" VALUES(215,6,6,0,'play','07b',1767225600000,'key 80:1');
INSERT INTO "actions" VALUES(216,6,7,0,'play','end',1767225600000,'key 80:2');
INSERT INTO "actions" VALUES(217,6,8,1,'play','37a',1767225600000,'key 81:0');
INSERT INTO "actions" VALUES(218,6,9,1,'play','40a',1767225600000,'key 81:1');
INSERT INTO "actions" VALUES(219,6,10,1,'play','end',1767225600000,'key 81:2');
INSERT INTO "actions" VALUES(220,6,11,0,'play','41a',1767225600000,'key 82:0');
INSERT INTO "actions" VALUES(221,6,12,0,'play','42a',1767225600000,'key 82:1');
INSERT INTO "actions" VALUES(222,6,13,0,'play','end',1767225600000,'key 82:2');
INSERT INTO "actions" VALUES(223,6,14,1,'play','90c',1767225600000,'key 83:0');
INSERT INTO "actions" VALUES(224,6,15,1,'play','20b',1767225600000,'key 83:1');
INSERT INTO "actions" VALUES(225,6,16,1,'play','21b',1767225600000,'key 83:2');
INSERT INTO "actions" VALUES(226,6,17,1,'play','end',1767225600000,'key 83:3');
INSERT INTO "actions" VALUES(227,6,18,0,'play','88c',1767225600000,'key 84:0');
INSERT INTO "actions" VALUES(228,6,19,0,'play','45a',1767225600000,'key 84:1');
INSERT INTO "actions" VALUES(229,6,20,0,'play','end',1767225600000,'key 84:2');
INSERT INTO "actions" VALUES(230,6,21,1,'play','25b',1767225600000,'key 85:0');
INSERT INTO "actions" VALUES(231,6,22,1,'play','29b',1767225600000,'key 85:1');
INSERT INTO "actions" VALUES(232,6,23,1,'play','end',1767225600000,'key 85:2');
INSERT INTO "actions" VALUES(233,6,24,0,'play','19b',1767225600000,'key 86:0');
INSERT INTO "actions" VALUES(234,6,25,0,'play','98c',1767225600000,'key 86:1');
INSERT INTO "actions" VALUES(235,6,26,0,'play','end',1767225600000,'key 86:2');
INSERT INTO "actions" VALUES(236,6,27,1,'play','28b',1767225600000,'key 87:0');
INSERT INTO "actions" VALUES(237,6,28,1,'play','56a',1767225600000,'key 87:1');
INSERT INTO "actions" VALUES(238,6,29,1,'play','end',1767225600000,'key 87:2');
INSERT INTO "actions" VALUES(239,6,30,0,'play','96c',1767225600000,'key 88:0');
INSERT INTO "actions" VALUES(240,6,31,0,'play','61a',1767225600000,'key 88:1');
INSERT INTO "actions" VALUES(241,6,32,0,'play','end',1767225600000,'key 88:2');
INSERT INTO "actions" VALUES(242,6,33,1,'play','30b',1767225600000,'key 89:0');
INSERT INTO "actions" VALUES(243,6,34,1,'play','66a',1767225600000,'key 89:1');
INSERT INTO "actions" VALUES(244,6,35,1,'play','67a',1767225600000,'key 89:2');
INSERT INTO "actions" VALUES(245,6,36,1,'play','69a',1767225600000,'key 89:3');
INSERT INTO "actions" VALUES(246,6,37,1,'play','59a',1767225600000,'key 89:4');
INSERT INTO "actions" VALUES(247,6,38,1,'play','60a',1767225600000,'key 89:5');
INSERT INTO "actions" VALUES(248,6,39,1,'play','end',1767225600000,'key 89:6');
INSERT INTO "actions" VALUES(249,6,40,0,'play','89c',1767225600000,'key 90:0');
INSERT INTO "actions" VALUES(250,6,41,0,'play','85c',1767225600000,'key 90:1');
INSERT INTO "actions" VALUES(251,6,42,0,'play','end',1767225600000,'key 90:2');
INSERT INTO "actions" VALUES(252,6,43,1,'play','64a',1767225600000,'key 91:0');
INSERT INTO "actions" VALUES(253,6,44,1,'play','80c',1767225600000,'key 91:1');
INSERT INTO "actions" VALUES(254,6,45,1,'play','end',1767225600000,'key 91:2');
INSERT INTO "actions" VALUES(255,6,46,0,'play','74c',1767225600000,'key 92:0');
INSERT INTO "actions" VALUES(256,6,47,0,'play','72c',1767225600000,'key 92:1');
INSERT INTO "actions" VALUES(257,6,48,0,'play','end',1767225600000,'key 92:2');
INSERT INTO "actions" VALUES(258,6,49,1,'play','71c',1767225600000,'key 93:0');
INSERT INTO "actions" VALUES(259,6,50,1,'play','70c',1767225600000,'key 93:1');
INSERT INTO "actions" VALUES(260,6,51,1,'play','end',1767225600000,'key 93:2');
INSERT INTO "actions" VALUES(261,6,52,0,'play','62c',1767225600000,'key 94:0');
INSERT INTO "actions" VALUES(262,6,53,0,'play','39b',1767225600000,'key 94:1');
INSERT INTO "actions" VALUES(263,6,54,0,'play','end',1767225600000,'key 94:2');
INSERT INTO "actions" VALUES(264,6,55,1,'play','95d',1767225600000,'key 95:0');
INSERT INTO "actions" VALUES(265,6,56,1,'play','91d',1767225600000,'key 95:1');
INSERT INTO "actions" VALUES(266,6,57,1,'play','end',1767225600000,'key 95:2');
INSERT INTO "actions" VALUES(267,6,58,0,'play','43b',1767225600000,'key 96:0');
INSERT INTO "actions" VALUES(268,6,59,0,'play','84d',1767225600000,'key 96:1');
INSERT INTO "actions" VALUES(269,6,60,0,'play','end',1767225600000,'key 96:2');
INSERT INTO "actions" VALUES(270,6,61,1,'play','57c',1767225600000,'key 97:0');
INSERT INTO "actions" VALUES(271,6,62,1,'play','77d',1767225600000,'key 97:1');
INSERT INTO "actions" VALUES(272,6,63,1,'play','87d',1767225600000,'key 97:2');
INSERT INTO "actions" VALUES(273,6,64,1,'play','end',1767225600000,'key 97:3');
INSERT INTO "actions" VALUES(274,6,65,0,'play','97d',1767225600000,'key 98:0');
INSERT INTO "actions" VALUES(275,6,66,0,'play','52c',1767225600000,'key 98:1');
INSERT INTO "actions" VALUES(276,6,67,0,'play','end',1767225600000,'key 98:2');
INSERT INTO "actions" VALUES(277,6,68,1,'play','49c',1767225600000,'key 99:0');
INSERT INTO "actions" VALUES(278,6,69,1,'play','94d',1767225600000,'key 99:1');
INSERT INTO "actions" VALUES(279,6,70,1,'play','end',1767225600000,'key 99:2');
INSERT INTO "actions" VALUES(280,6,71,0,'play','33b',1767225600000,'key 100:0');
INSERT INTO "actions" VALUES(281,6,72,0,'play','31c',1767225600000,'key 100:1');
INSERT INTO "actions" VALUES(282,6,73,0,'play','end',1767225600000,'key 100:2');
INSERT INTO "actions" VALUES(283,6,74,1,'play','27c',1767225600000,'key 101:0');
INSERT INTO "actions" VALUES(284,6,75,1,'play','17c',1767225600000,'key 101:1');
INSERT INTO "actions" VALUES(285,6,76,1,'play','15c',1767225600000,'key 101:2');
INSERT INTO "actions" VALUES(286,6,77,1,'play','13c',1767225600000,'key 101:3');
INSERT INTO "actions" VALUES(287,6,78,1,'play','76a',1767225600000,'key 101:4');
INSERT INTO "actions" VALUES(288,6,79,1,'play','78a',1767225600000,'key 101:5');
INSERT INTO "actions" VALUES(289,6,80,1,'play','58b',1767225600000,'key 101:6');
INSERT INTO "actions" VALUES(290,6,81,1,'play','end',1767225600000,'key 101:7');
INSERT INTO "actions" VALUES(291,6,82,0,'play','12c',1767225600000,'key 102:0');
INSERT INTO "actions" VALUES(292,6,83,0,'play','22c',1767225600000,'key 102:1');
INSERT INTO "actions" VALUES(293,6,84,0,'play','92d',1767225600000,'key 102:2');
INSERT INTO "actions" VALUES(294,6,85,0,'play','end',1767225600000,'key 102:3');
INSERT INTO "actions" VALUES(295,6,86,1,'play','79a',1767225600000,'key 103:0');
INSERT INTO "actions" VALUES(296,6,87,1,'play','83a',1767225600000,'key 103:1');
INSERT INTO "actions" VALUES(297,6,88,1,'play','04c',1767225600000,'key 103:2');
INSERT INTO "actions" VALUES(298,6,89,1,'play','03c',1767225600000,'key 103:3');
INSERT INTO "actions" VALUES(299,6,90,1,'play','end',1767225600000,'key 103:4');
INSERT INTO "actions" VALUES(300,6,91,0,'play','86a',1767225600000,'key 104:0');
INSERT INTO "actions" VALUES(301,6,92,0,'play','63b',1767225600000,'key 104:1');
INSERT INTO "actions" VALUES(302,6,93,0,'play','end',1767225600000,'key 104:2');
INSERT INTO "actions" VALUES(303,6,94,1,'play','53b',1767225600000,'key 105:0');
INSERT INTO "actions" VALUES(304,6,95,1,'play','46d',1767225600000,'key 105:1');
INSERT INTO "actions" VALUES(305,6,96,1,'play','end',1767225600000,'key 105:2');
INSERT INTO "actions" VALUES(306,6,97,0,'play','38d',1767225600000,'key 106:0');
INSERT INTO "actions" VALUES(307,6,98,0,'play','48d',1767225600000,'key 106:1');
INSERT INTO "actions" VALUES(308,6,99,0,'play','47d',1767225600000,'key 106:2');
INSERT INTO "actions" VALUES(309,6,100,0,'play','end',1767225600000,'key 106:3');
INSERT INTO "actions" VALUES(310,6,101,1,'play','36d',1767225600000,'key 107:0');
INSERT INTO "actions" VALUES(311,6,102,1,'play','35d',1767225600000,'key 107:1');
INSERT INTO "actions" VALUES(312,6,103,1,'play','end',1767225600000,'key 107:2');
INSERT INTO "actions" VALUES(313,6,104,0,'play','32d',1767225600000,'key 108:0');
INSERT INTO "actions" VALUES(314,6,105,0,'play','14d',1767225600000,'key 108:1');
INSERT INTO "actions" VALUES(315,6,106,0,'play','end',1767225600000,'key 108:2');
INSERT INTO "actions" VALUES(316,6,107,1,'play','24d',1767225600000,'key 109:0');
INSERT INTO "actions" VALUES(317,6,108,1,'play','23d',1767225600000,'key 109:1');
INSERT INTO "actions" VALUES(318,6,109,1,'play','end',1767225600000,'key 109:2');
INSERT INTO "actions" VALUES(319,6,110,0,'play','54b',1767225600000,'key 110:0');
INSERT INTO "actions" VALUES(320,6,111,0,'play','18d',1767225600000,'key 110:1');
INSERT INTO "actions" VALUES(321,6,112,0,'play','end',1767225600000,'key 110:2');
INSERT INTO "actions" VALUES(322,6,113,1,'play','44b',1767225600000,'key 111:0');
INSERT INTO "actions" VALUES(323,6,114,1,'play','93a',1767225600000,'key 111:1');
INSERT INTO "actions" VALUES(324,6,115,1,'play','end',1767225600000,'key 111:2');
INSERT INTO "actions" VALUES(325,6,116,0,'play','50b',1767225600000,'key 112:0');
INSERT INTO "actions" VALUES(326,6,117,0,'play','99a',1767225600000,'key 112:1');
INSERT INTO "actions" VALUES(327,6,118,0,'play','end',1767225600000,'key 112:2');
INSERT INTO "actions" VALUES(328,6,119,1,'play','51b',1767225600000,'key 113:0');
INSERT INTO "actions" VALUES(329,6,120,1,'play','55b',1767225600000,'key 113:1');
INSERT INTO "actions" VALUES(330,6,121,1,'play','end',1767225600000,'key 113:2');
INSERT INTO "actions" VALUES(331,6,122,0,'play','11d',1767225600000,'key 114:0');
INSERT INTO "actions" VALUES(332,6,123,0,'play','09d',1767225600000,'key 114:1');
INSERT INTO "actions" VALUES(333,6,124,0,'play','65b',1767225600000,'key 114:2');
INSERT INTO "actions" VALUES(334,6,125,0,'play','end',1767225600000,'key 114:3');
INSERT INTO "actions" VALUES(335,6,126,1,'play','08d',1767225600000,'key 115:0');
INSERT INTO "actions" VALUES(336,6,127,1,'play','06d',1767225600000,'key 115:1');
INSERT INTO "actions" VALUES(337,6,128,1,'play','05d',1767225600000,'key 115:2');
INSERT INTO "actions" VALUES(338,6,129,1,'play','end',1767225600000,'key 115:3');
INSERT INTO "actions" VALUES(339,6,130,0,'play','68b',1767225600000,'key 116:0');
INSERT INTO "actions" VALUES(340,6,131,0,'play','end',1767225600000,'key 116:1');
INSERT INTO "actions" VALUES(341,6,132,1,'play','82b',1767225600000,'key 117:0');
INSERT INTO "actions" VALUES(342,6,133,1,'play','end',1767225600000,'key 117:1');
CREATE TABLE blocks (
    user_id INTEGER NOT NULL, -- who does not want to be challenged
    blocked_id INTEGER NOT NULL, -- by this person
    PRIMARY KEY (user_id, blocked_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE calls (
    host_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL, -- who was called and has not sat down since
    at INTEGER NOT NULL,
    gathering_id INTEGER NOT NULL,
    PRIMARY KEY (host_id, user_id, at, gathering_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "calls" VALUES(1,3,1767225600000,6);
INSERT INTO "calls" VALUES(2,1,1767225600000,3);
INSERT INTO "calls" VALUES(3,1,1767225600000,9);
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
INSERT INTO "careers" VALUES(0,'le-duel',1,-2,0,1,1,NULL,NULL);
INSERT INTO "careers" VALUES(0,'le-duel',2,2,2,3,1,1,2);
INSERT INTO "careers" VALUES(100,'le-duel',1,-2,0,1,1,NULL,NULL);
INSERT INTO "careers" VALUES(100,'le-duel',2,2,2,3,1,1,2);
CREATE TABLE decks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    cards TEXT NOT NULL, -- JSON: how many of each card, by id
    set_version INTEGER NOT NULL,
    is_usual INTEGER NOT NULL DEFAULT 0,
    revision INTEGER NOT NULL DEFAULT 0,
    changed_at INTEGER NOT NULL,
    UNIQUE (user_id, game, name_key)
) STRICT;
INSERT INTO "decks" VALUES(1,1,'duel','Mine','mine','{"slash": 3}',2,0,0,1767225600000);
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
INSERT INTO "games" VALUES(1,'le-duel',1,100,200,'{"first": null}','live',1,'gathering:key 1',X'F00D9CA07F97DF0310DC4CF04A2EB3A328A0E370B65A73EC10B58D91C2E870D4','e52bba72948c4b1e04f4622e295a7dc8f3f5785c024e8ed8888e47c139beb1c4',2,'{"sides":[{"hand":[15,18,45,46,49,51],"draw":[31,3,7,38,58,27,25,29,35,41,48,59,17,8,54,37,9,39],"up":54,"down":12},{"hand":[3,4,11,30,47,48],"draw":[23,12,58,16,52,14,20,36,46,24,51,27,13,31,22,34,43],"up":8,"down":29}],"turn":0,"staged":"","last":{"seat":1,"places":"54^E,29vA","drawn":3},"turns":34,"outcome":{"reason":"stuck","winners":[1],"scores":[34,35]}}',103,103,103,NULL,0,NULL,1767225600000,1767225600000,1767225600000,'stuck','[1]',NULL,1,NULL);
INSERT INTO "games" VALUES(2,'le-duel',1,100,200,'{"first": 1}','daily',1,'gathering:key 36',X'E12A7E051731CF1DBEEFA2142A8E1ABB1EB5898E2CBE4AA522120829A5588DC7','646b92f0f96725a01d82278586c4148381974756d10b1168bec0bd624b6903dd',2,'{"sides":[{"hand":[3,6,23,26,27,44],"draw":[8,25,20,34,43,15,21,53,17,48,52,51,4,29,35,32,5,30,42,12,24,11,2,54,22,16,37,33,47,39,28,46,57,49,31,7,45,56,55,50,9,59,58,19,40,41,38,36,10,18,13,14],"up":1,"down":60},{"hand":[5,14,18,20,22,47],"draw":[53,7,28,15,48,26,57,35,40,51,8,31,44,54,50,43,19,42,49,38,9,27,11,29,39,33,4,12,56,6,16,30,3,13,2,52,46,36,10,41,34,45,25,17,32,59,37,23,21,24],"up":1,"down":55}],"turn":0,"staged":"","last":{"seat":1,"places":"58vA,55vA","drawn":2},"turns":1,"outcome":null}',4,4,-1,NULL,0,NULL,1767225600000,1767225600000,1767225600000,'resigned','[1]',NULL,2,NULL);
INSERT INTO "games" VALUES(3,'le-duel',1,100,200,'{"first": null}','daily',1,'gathering:key 40',X'DC968997B2904BCDB46F90378701F86FB09B17274579E9D75601CDAAECD0A5FB','c8c065d998ee6a807da5102005a438b061e8434d92edbc7b8b27fecbfcd67e62',2,'{"sides":[{"hand":[16,22,34,39,52,53],"draw":[45,41,28,50,37,26,5,13,29,19,47,32,43,11,25,46,2,59,27,15,54,7,58,30,55,24,36,8,51,38,23,3,14,31,48,44,12,49,35,42,40,9,10,33,56,20,18,57,17,21],"up":6,"down":60},{"hand":[12,25,29,31,42,44],"draw":[18,47,6,21,38,54,19,45,17,14,3,33,50,20,26,24,40,57,34,4,52,9,28,46,32,5,55,37,48,39,41,36,49,10,8,23,27,16,13,2,35,59,22,15,30,7,53,58,11,43],"up":1,"down":51}],"turn":0,"staged":"","last":{"seat":1,"places":"56vA,51vA","drawn":2},"turns":2,"outcome":null}',6,6,-1,1767312000000,0,1,1767225600000,1767225600000,NULL,NULL,'[]',NULL,NULL,NULL);
INSERT INTO "games" VALUES(4,'le-duel',1,100,200,'{"first": null}','none',0,'gathering:key 44',X'2F23FE61002DDF2EB8B73A421501D0C170735418F617BAC812F9FB0EE64A6531','fc8f32d497367da37e71591b31aa77b40c5693a68a218338116d7300ba20a420',2,'{"sides":[{"hand":[11,16,18,21,26,45],"draw":[8,4,25,27,35,30,9,14,19,37,57,24,46,44,5,7,15,28,58,50,53,54,23,49,2,41,36,59,22,20,29,3,12,32,47,31,40,55,42,6,33,52,34,10,51,39,48,13,17,38,56,43],"up":1,"down":60},{"hand":[15,18,20,31,45,57],"draw":[29,12,49,47,14,51,55,46,33,4,39,7,27,36,35,56,43,21,11,2,23,38,50,22,52,37,58,44,26,5,54,59,10,28,53,32,16,42,30,3,40,9,34,17,25,48,8,41,13,24,6,19],"up":1,"down":60}],"turn":0,"staged":"","last":null,"turns":0,"outcome":null}',0,0,-1,NULL,0,NULL,1767225600000,1767225600000,NULL,NULL,'[]',NULL,NULL,NULL);
INSERT INTO "games" VALUES(5,'the-game',1,100,200,'{"expert": false, "fewer": false, "fire": false}','live',0,'gathering:key 46',X'88333D8B4761A8EC9743C95C7818334AD4C6449836D6511C53E631B7AEECF2BC','31815e4d5612854c0ecc9410e666154c625bdaae6d9e6bb4551e235d2d1e4951',2,'{"mode":{"expert":false,"fewer":false,"fire":false},"hands":[[10,18,58,62,67,73,80],[9,26,50,68,71,76,98]],"draw":[51,11,95,35,5,42,14,94,52,44,96,89,64,32,55,41,54,19],"lot":0,"turn":0,"tops":[99,93,2,3],"staged":"","signals":[],"last":{"seat":1,"places":"82b,90b,92b,93b","drawn":4,"claimed":false},"turns":29,"outcome":{"reason":"blocked","winners":[],"scores":[32,32]}}',96,96,-1,NULL,0,NULL,1767225600000,1767225600000,1767225600000,'blocked','[]',NULL,3,NULL);
INSERT INTO "games" VALUES(6,'the-game',1,100,200,'{"expert": false, "fewer": false, "fire": true}','live',0,'gathering:key 77',X'7E225D62D6858167E1276DC172E7588C351351D70D833859A3F6572DF8628C16','5ed2a8233c9d0127b24791cd587f4cbefbd1a7b317d54dffd92833c094c071eb',2,'{"mode":{"expert":false,"fewer":false,"fire":true},"hands":[[73,75,81],[10,26]],"draw":[],"lot":0,"turn":0,"tops":[99,82,3,5],"staged":"","signals":[],"last":{"seat":1,"places":"82b","drawn":0,"claimed":false},"turns":39,"outcome":{"reason":"blocked","winners":[],"scores":[5,5]}}',133,133,-1,NULL,0,NULL,1767225600000,1767225600000,1767225600000,'blocked','[]',NULL,4,NULL);
CREATE TABLE gathering_seats (
    gathering_id INTEGER NOT NULL REFERENCES gatherings (id),
    place INTEGER NOT NULL,
    user_id INTEGER,
    level TEXT,
    is_taken INTEGER NOT NULL, -- or it is kept for that person
    cut TEXT NOT NULL DEFAULT '',
    brought TEXT NOT NULL DEFAULT '{}', -- what this seat brings (a deck)
    PRIMARY KEY (gathering_id, place)
) STRICT, WITHOUT ROWID;
INSERT INTO "gathering_seats" VALUES(1,0,1,NULL,1,'mot','{}');
INSERT INTO "gathering_seats" VALUES(1,1,2,NULL,1,'','{}');
INSERT INTO "gathering_seats" VALUES(2,0,1,NULL,1,'','{}');
INSERT INTO "gathering_seats" VALUES(2,1,2,NULL,1,'','{}');
INSERT INTO "gathering_seats" VALUES(3,0,2,NULL,1,'','{}');
INSERT INTO "gathering_seats" VALUES(3,1,1,NULL,0,'','{}');
INSERT INTO "gathering_seats" VALUES(4,0,1,NULL,1,'','{}');
INSERT INTO "gathering_seats" VALUES(4,1,2,NULL,1,'','{}');
INSERT INTO "gathering_seats" VALUES(5,0,1,NULL,1,'','{}');
INSERT INTO "gathering_seats" VALUES(5,1,NULL,'greedy',1,'','{}');
INSERT INTO "gathering_seats" VALUES(6,0,1,NULL,1,'','{}');
INSERT INTO "gathering_seats" VALUES(6,1,3,NULL,0,'','{}');
INSERT INTO "gathering_seats" VALUES(7,0,1,NULL,1,'','{}');
INSERT INTO "gathering_seats" VALUES(7,1,2,NULL,1,'','{}');
INSERT INTO "gathering_seats" VALUES(8,0,1,NULL,1,'','{}');
INSERT INTO "gathering_seats" VALUES(8,1,2,NULL,1,'','{}');
INSERT INTO "gathering_seats" VALUES(9,0,3,NULL,1,'','{}');
INSERT INTO "gathering_seats" VALUES(9,1,1,NULL,0,'','{}');
INSERT INTO "gathering_seats" VALUES(9,2,NULL,'mate',1,'','{}');
INSERT INTO "gathering_seats" VALUES(9,3,2,NULL,1,'','{}');
INSERT INTO "gathering_seats" VALUES(10,0,1,NULL,1,'word','{}');
CREATE TABLE gatherings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    host_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    clock TEXT NOT NULL,
    rated INTEGER NOT NULL,
    size INTEGER, -- the game starts as soon as so many sit; without one, when the host starts it
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
INSERT INTO "gatherings" VALUES(1,'key 1',100,200,NULL,1,'le-duel','{"first": null}','live',1,2,'gathering:key 1',X'F00D9CA07F97DF0310DC4CF04A2EB3A328A0E370B65A73EC10B58D91C2E870D4','e52bba72948c4b1e04f4622e295a7dc8f3f5785c024e8ed8888e47c139beb1c4','started',1,0,1767225600000,1767226500000,1,NULL);
INSERT INTO "gatherings" VALUES(2,'key 36',100,200,NULL,1,'le-duel','{"first": 1}','daily',1,2,'gathering:key 36',X'E12A7E051731CF1DBEEFA2142A8E1ABB1EB5898E2CBE4AA522120829A5588DC7','646b92f0f96725a01d82278586c4148381974756d10b1168bec0bd624b6903dd','started',1,0,1767225600000,1767484800000,2,NULL);
INSERT INTO "gatherings" VALUES(3,'key 39',100,200,NULL,2,'le-duel','{"first": 1}','daily',1,2,'gathering:key 39',X'EEF2EAE2699D81C58D176A9A58D4BF183DF2ACB6844B9EEBF1CC60AE460EC50D','37faa56d8664b8f7b10b6dbb96deb3ff7fd80f6468b746f351360290d2abf3bc','open',0,0,1767225600000,1767484800000,NULL,2);
INSERT INTO "gatherings" VALUES(4,'key 40',100,200,NULL,1,'le-duel','{"first": null}','daily',1,2,'gathering:key 40',X'DC968997B2904BCDB46F90378701F86FB09B17274579E9D75601CDAAECD0A5FB','c8c065d998ee6a807da5102005a438b061e8434d92edbc7b8b27fecbfcd67e62','started',1,0,1767225600000,1767484800000,3,NULL);
INSERT INTO "gatherings" VALUES(5,'key 44',100,200,NULL,1,'le-duel','{"first": null}','none',0,2,'gathering:key 44',X'2F23FE61002DDF2EB8B73A421501D0C170735418F617BAC812F9FB0EE64A6531','fc8f32d497367da37e71591b31aa77b40c5693a68a218338116d7300ba20a420','started',1,1,1767225600000,1767484800000,4,NULL);
INSERT INTO "gatherings" VALUES(6,'key 45',100,200,NULL,1,'le-duel','{"first": null}','live',1,2,'gathering:key 45',X'495403E8EE8FCCA49DD1ADE53706EDEC30B737F3F7D1B5AB864FFD433EA15C52','b765e7a9a8f4d53eb9ba9a03d9d1337cdfd5d8de43b51803197ee8ba02e64a43','open',0,0,1767225600000,1767226500000,NULL,NULL);
INSERT INTO "gatherings" VALUES(7,'key 46',100,200,NULL,1,'the-game','{"expert": false, "fewer": false, "fire": false}','live',0,NULL,'gathering:key 46',X'88333D8B4761A8EC9743C95C7818334AD4C6449836D6511C53E631B7AEECF2BC','31815e4d5612854c0ecc9410e666154c625bdaae6d9e6bb4551e235d2d1e4951','started',2,0,1767225600000,1767226500000,5,NULL);
INSERT INTO "gatherings" VALUES(8,'key 77',100,200,NULL,1,'the-game','{"expert": false, "fewer": false, "fire": true}','live',0,NULL,'gathering:key 77',X'7E225D62D6858167E1276DC172E7588C351351D70D833859A3F6572DF8628C16','5ed2a8233c9d0127b24791cd587f4cbefbd1a7b317d54dffd92833c094c071eb','started',2,0,1767225600000,1767226500000,6,NULL);
INSERT INTO "gatherings" VALUES(9,'key 118',100,200,301,3,'the-game','{"expert": false, "fewer": false, "fire": false}','live',0,NULL,'gathering:key 118',X'69C22FC3FFF827CA5A110AF2A5ECEB90AAAF04EBB7208BF3E5ECEB3ED5308232','e08d307d84e48757a2e03666fa025c0c0f976c943e4aaaf24a65b9bb9ada1a3b','open',1,0,1767225600000,1767226500000,NULL,NULL);
INSERT INTO "gatherings" VALUES(10,'key 119',100,200,302,1,'le-duel','{"first": null}','live',1,2,'gathering:key 119',X'087E22170AD1ABED6BBB7EA90390ED159D1445F1F3E4C402A6865433DE5C28FA','7765f6e3a356b3ac2b31325db5a11d5e2e305217df7b799817dec47a10dcc1dc','open',0,0,1767225600000,1767226500000,NULL,NULL);
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
INSERT INTO "openings" VALUES(0,'le-duel',1,'^ v',1,0);
INSERT INTO "openings" VALUES(0,'le-duel',2,'^ ^',1,1);
INSERT INTO "openings" VALUES(0,'le-duel',2,'v v',1,1);
INSERT INTO "openings" VALUES(100,'le-duel',1,'^ v',1,0);
INSERT INTO "openings" VALUES(100,'le-duel',2,'^ ^',1,1);
INSERT INTO "openings" VALUES(100,'le-duel',2,'v v',1,1);
CREATE TABLE "people" (
    user_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    locale TEXT NOT NULL,
    seen_at INTEGER NOT NULL,
    details INTEGER NOT NULL DEFAULT 0,
    notices TEXT NOT NULL DEFAULT 'dm', -- dm, channel or none
    early_notices INTEGER NOT NULL DEFAULT 0 -- whether they are told before, when they are next
) STRICT, WITHOUT ROWID;
INSERT INTO "people" VALUES(1,'Alice','fr',1,0,'dm',0);
INSERT INTO "people" VALUES(2,'Bob','fr',1,0,'dm',0);
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
    gain_here INTEGER NOT NULL, opening TEXT, rank INTEGER, ladder TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "results" VALUES(1,0,1,1,'le-duel',100,1767225600000,'2026-01',34,'loss',1,1,1,1,1,1,1.0,2.23646105068595026912e+01,8.06590141354368,-158,2.23646105068595026912e+01,8.06590141354368,-158,'^ v',2,'le-duel');
INSERT INTO "results" VALUES(1,1,2,1,'le-duel',100,1767225600000,'2026-01',34,'win',0,3,1,1,1,1,1.0,2.76353894931404973087e+01,8.06590141354368,158,2.76353894931404973087e+01,8.06590141354368,158,'^ ^',1,'le-duel');
INSERT INTO "results" VALUES(2,0,1,2,'le-duel',100,1767225600000,'2026-01',1,'loss',0,0,1,0,2,2,0.0,2.23646105068595026912e+01,8.06590141354368,0,2.23646105068595026912e+01,8.06590141354368,0,NULL,2,'le-duel');
INSERT INTO "results" VALUES(2,1,2,2,'le-duel',100,1767225600000,'2026-01',1,'win',1,0,1,0,2,2,0.0,2.76353894931404973087e+01,8.06590141354368,0,2.76353894931404973087e+01,8.06590141354368,0,'v v',1,'le-duel');
INSERT INTO "results" VALUES(5,0,1,3,'the-game',100,1767225600000,'2026-01',29,'loss',1,0,0,0,3,3,0.0,25.0,8.33333333333333392545e+00,0,25.0,8.33333333333333392545e+00,0,NULL,1,'the-game');
INSERT INTO "results" VALUES(5,1,2,3,'the-game',100,1767225600000,'2026-01',29,'loss',0,0,0,0,3,3,0.0,25.0,8.33333333333333392545e+00,0,25.0,8.33333333333333392545e+00,0,NULL,1,'the-game');
INSERT INTO "results" VALUES(6,0,1,4,'the-game',100,1767225600000,'2026-01',39,'loss',1,0,0,0,4,4,0.0,25.0,8.33333333333333392545e+00,0,25.0,8.33333333333333392545e+00,0,NULL,1,'the-game');
INSERT INTO "results" VALUES(6,1,2,4,'the-game',100,1767225600000,'2026-01',39,'loss',0,0,0,0,4,4,0.0,25.0,8.33333333333333392545e+00,0,25.0,8.33333333333333392545e+00,0,NULL,1,'the-game');
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
INSERT INTO "rivalries" VALUES(0,'le-duel',1,2,0,0,2);
INSERT INTO "rivalries" VALUES(0,'le-duel',2,1,2,0,0);
INSERT INTO "rivalries" VALUES(100,'le-duel',1,2,0,0,2);
INSERT INTO "rivalries" VALUES(100,'le-duel',2,1,2,0,0);
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
, ratings INTEGER NOT NULL DEFAULT 1, results_channel INTEGER, season_start INTEGER NOT NULL DEFAULT 1, most_games INTEGER NOT NULL DEFAULT 20, most_invitations INTEGER NOT NULL DEFAULT 5, most_challenges INTEGER NOT NULL DEFAULT 5, game TEXT) STRICT;
INSERT INTO "servers" VALUES(100,'[200]',0,'live','fr',1,1,NULL,1,20,5,5,NULL);
CREATE TABLE shown (
    game_id INTEGER NOT NULL REFERENCES games (id),
    role TEXT NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    revision INTEGER NOT NULL,
    posted_at INTEGER NOT NULL,
    PRIMARY KEY (game_id, role)
) STRICT, WITHOUT ROWID;
INSERT INTO "shown" VALUES(1,'table',200,300,103,1);
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
INSERT INTO "standings" VALUES(0,'le-duel','all',1,2.23646105068595026912e+01,8.06590141354368,-110,0,0,1);
INSERT INTO "standings" VALUES(0,'le-duel','all',2,2.76353894931404973087e+01,8.06590141354368,206,1,0,0);
INSERT INTO "standings" VALUES(0,'le-duel','month 2026-01',1,2.23646105068595026912e+01,8.06590141354368,-110,0,0,1);
INSERT INTO "standings" VALUES(0,'le-duel','month 2026-01',2,2.76353894931404973087e+01,8.06590141354368,206,1,0,0);
INSERT INTO "standings" VALUES(0,'le-duel','season 2026-01',1,2.23646105068595026912e+01,8.06590141354368,-110,0,0,1);
INSERT INTO "standings" VALUES(0,'le-duel','season 2026-01',2,2.76353894931404973087e+01,8.06590141354368,206,1,0,0);
INSERT INTO "standings" VALUES(0,'le-duel','week 2026-01',1,2.23646105068595026912e+01,8.06590141354368,-110,0,0,1);
INSERT INTO "standings" VALUES(0,'le-duel','week 2026-01',2,2.76353894931404973087e+01,8.06590141354368,206,1,0,0);
INSERT INTO "standings" VALUES(100,'le-duel','all',1,2.23646105068595026912e+01,8.06590141354368,-110,0,0,1);
INSERT INTO "standings" VALUES(100,'le-duel','all',2,2.76353894931404973087e+01,8.06590141354368,206,1,0,0);
INSERT INTO "standings" VALUES(100,'le-duel','month 2026-01',1,2.23646105068595026912e+01,8.06590141354368,-110,0,0,1);
INSERT INTO "standings" VALUES(100,'le-duel','month 2026-01',2,2.76353894931404973087e+01,8.06590141354368,206,1,0,0);
INSERT INTO "standings" VALUES(100,'le-duel','season 2026-01',1,2.23646105068595026912e+01,8.06590141354368,-110,0,0,1);
INSERT INTO "standings" VALUES(100,'le-duel','season 2026-01',2,2.76353894931404973087e+01,8.06590141354368,206,1,0,0);
INSERT INTO "standings" VALUES(100,'le-duel','week 2026-01',1,2.23646105068595026912e+01,8.06590141354368,-110,0,0,1);
INSERT INTO "standings" VALUES(100,'le-duel','week 2026-01',2,2.76353894931404973087e+01,8.06590141354368,206,1,0,0);
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
INSERT INTO "tallies" VALUES(0,'le-duel',1,0,1,0,0,1);
INSERT INTO "tallies" VALUES(0,'le-duel',2,1,0,1,0,0);
INSERT INTO "tallies" VALUES(0,'le-duel',2,1,1,1,0,0);
INSERT INTO "tallies" VALUES(100,'le-duel',1,0,0,0,0,1);
INSERT INTO "tallies" VALUES(100,'le-duel',1,0,1,0,0,1);
INSERT INTO "tallies" VALUES(100,'le-duel',2,1,0,1,0,0);
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
INSERT INTO "team_records" VALUES(0,'the-game','all',1,2,'',1,0,32,32,5);
INSERT INTO "team_records" VALUES(0,'the-game','all',1,2,'fire',1,0,5,5,6);
INSERT INTO "team_records" VALUES(0,'the-game','all',2,2,'',1,0,32,32,5);
INSERT INTO "team_records" VALUES(0,'the-game','all',2,2,'fire',1,0,5,5,6);
INSERT INTO "team_records" VALUES(0,'the-game','month 2026-01',1,2,'',1,0,32,32,5);
INSERT INTO "team_records" VALUES(0,'the-game','month 2026-01',1,2,'fire',1,0,5,5,6);
INSERT INTO "team_records" VALUES(0,'the-game','month 2026-01',2,2,'',1,0,32,32,5);
INSERT INTO "team_records" VALUES(0,'the-game','month 2026-01',2,2,'fire',1,0,5,5,6);
INSERT INTO "team_records" VALUES(0,'the-game','season 2026-01',1,2,'',1,0,32,32,5);
INSERT INTO "team_records" VALUES(0,'the-game','season 2026-01',1,2,'fire',1,0,5,5,6);
INSERT INTO "team_records" VALUES(0,'the-game','season 2026-01',2,2,'',1,0,32,32,5);
INSERT INTO "team_records" VALUES(0,'the-game','season 2026-01',2,2,'fire',1,0,5,5,6);
INSERT INTO "team_records" VALUES(0,'the-game','week 2026-01',1,2,'',1,0,32,32,5);
INSERT INTO "team_records" VALUES(0,'the-game','week 2026-01',1,2,'fire',1,0,5,5,6);
INSERT INTO "team_records" VALUES(0,'the-game','week 2026-01',2,2,'',1,0,32,32,5);
INSERT INTO "team_records" VALUES(0,'the-game','week 2026-01',2,2,'fire',1,0,5,5,6);
INSERT INTO "team_records" VALUES(100,'the-game','all',1,2,'',1,0,32,32,5);
INSERT INTO "team_records" VALUES(100,'the-game','all',1,2,'fire',1,0,5,5,6);
INSERT INTO "team_records" VALUES(100,'the-game','all',2,2,'',1,0,32,32,5);
INSERT INTO "team_records" VALUES(100,'the-game','all',2,2,'fire',1,0,5,5,6);
INSERT INTO "team_records" VALUES(100,'the-game','month 2026-01',1,2,'',1,0,32,32,5);
INSERT INTO "team_records" VALUES(100,'the-game','month 2026-01',1,2,'fire',1,0,5,5,6);
INSERT INTO "team_records" VALUES(100,'the-game','month 2026-01',2,2,'',1,0,32,32,5);
INSERT INTO "team_records" VALUES(100,'the-game','month 2026-01',2,2,'fire',1,0,5,5,6);
INSERT INTO "team_records" VALUES(100,'the-game','season 2026-01',1,2,'',1,0,32,32,5);
INSERT INTO "team_records" VALUES(100,'the-game','season 2026-01',1,2,'fire',1,0,5,5,6);
INSERT INTO "team_records" VALUES(100,'the-game','season 2026-01',2,2,'',1,0,32,32,5);
INSERT INTO "team_records" VALUES(100,'the-game','season 2026-01',2,2,'fire',1,0,5,5,6);
INSERT INTO "team_records" VALUES(100,'the-game','week 2026-01',1,2,'',1,0,32,32,5);
INSERT INTO "team_records" VALUES(100,'the-game','week 2026-01',1,2,'fire',1,0,5,5,6);
INSERT INTO "team_records" VALUES(100,'the-game','week 2026-01',2,2,'',1,0,32,32,5);
INSERT INTO "team_records" VALUES(100,'the-game','week 2026-01',2,2,'fire',1,0,5,5,6);
CREATE TABLE team_scores (
    game_id INTEGER PRIMARY KEY REFERENCES games (id),
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    size INTEGER NOT NULL, -- how many sat down
    mode TEXT NOT NULL, -- the options that were on, and whether computers helped
    score INTEGER NOT NULL, -- fewer is better
    ended_at INTEGER NOT NULL
) STRICT;
INSERT INTO "team_scores" VALUES(5,100,'the-game',2,'',32,1767225600000);
INSERT INTO "team_scores" VALUES(6,100,'the-game',2,'fire',5,1767225600000);
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
INSERT INTO "team_tallies" VALUES(0,'the-game','all',2,'',32,1);
INSERT INTO "team_tallies" VALUES(0,'the-game','all',2,'fire',5,1);
INSERT INTO "team_tallies" VALUES(0,'the-game','month 2026-01',2,'',32,1);
INSERT INTO "team_tallies" VALUES(0,'the-game','month 2026-01',2,'fire',5,1);
INSERT INTO "team_tallies" VALUES(0,'the-game','season 2026-01',2,'',32,1);
INSERT INTO "team_tallies" VALUES(0,'the-game','season 2026-01',2,'fire',5,1);
INSERT INTO "team_tallies" VALUES(0,'the-game','week 2026-01',2,'',32,1);
INSERT INTO "team_tallies" VALUES(0,'the-game','week 2026-01',2,'fire',5,1);
INSERT INTO "team_tallies" VALUES(100,'the-game','all',2,'',32,1);
INSERT INTO "team_tallies" VALUES(100,'the-game','all',2,'fire',5,1);
INSERT INTO "team_tallies" VALUES(100,'the-game','month 2026-01',2,'',32,1);
INSERT INTO "team_tallies" VALUES(100,'the-game','month 2026-01',2,'fire',5,1);
INSERT INTO "team_tallies" VALUES(100,'the-game','season 2026-01',2,'',32,1);
INSERT INTO "team_tallies" VALUES(100,'the-game','season 2026-01',2,'fire',5,1);
INSERT INTO "team_tallies" VALUES(100,'the-game','week 2026-01',2,'',32,1);
INSERT INTO "team_tallies" VALUES(100,'the-game','week 2026-01',2,'fire',5,1);
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
CREATE INDEX gatherings_open ON gatherings (expires_at) WHERE status = 'open';
CREATE INDEX gatherings_by_host ON gatherings (host_id) WHERE status = 'open';
CREATE INDEX gatherings_rematches ON gatherings (rematch_of) WHERE status = 'open';
CREATE INDEX gatherings_behind ON gatherings (id) WHERE shown_revision < revision;
CREATE INDEX gatherings_of_game ON gatherings (game_id) WHERE game_id IS NOT NULL;
CREATE INDEX gathering_seats_of_person ON gathering_seats (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX blocks_of_blocked ON blocks (blocked_id);
CREATE INDEX gatherings_closed ON gatherings (expires_at) WHERE status <> 'open';
CREATE UNIQUE INDEX decks_usual ON decks (user_id, game) WHERE is_usual = 1;
CREATE INDEX calls_of_person ON calls (user_id);
CREATE INDEX calls_by_time ON calls (at);
CREATE INDEX results_counted ON results (user_id, ladder, finish) WHERE is_counted = 1;
CREATE INDEX results_counted_here ON results (user_id, guild_id, ladder, finish) WHERE is_counted = 1;
CREATE INDEX results_lately ON results (user_id, ladder, ended_at) WHERE is_counted = 1;
CREATE INDEX results_of_ladder ON results (user_id, ladder, nth);
CREATE INDEX results_of_ladder_here ON results (user_id, guild_id, ladder, nth_here);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('gatherings',10);
INSERT INTO "sqlite_sequence" VALUES('games',6);
INSERT INTO "sqlite_sequence" VALUES('decks',1);
COMMIT;
