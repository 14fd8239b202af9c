-- Of three or more who compete, each has a rank. Without one (in results written before) winners are first and losers second.

ALTER TABLE results ADD COLUMN rank INTEGER;
