"""WHAT PEOPLE SEE: an observation in; text, picture and controls out, in the reader's language."""
