-- Who leaves a team's game does not end it for everybody: the others may agree that a computer plays on in that seat.

ALTER TABLE seats ADD COLUMN absent TEXT; -- how its player left, while the others decide: resigned, left or timeout
ALTER TABLE seats ADD COLUMN agrees INTEGER NOT NULL DEFAULT 0; -- that a computer takes the seats of those who left
ALTER TABLE seats ADD COLUMN left_by INTEGER; -- who left this seat to a computer
CREATE INDEX seats_left ON seats (left_by) WHERE left_by IS NOT NULL;
