"""Everything people see: observations in; text, pictures and controls out, in the reader's language. No state and no
Discord may enter."""
