"""What each field of a Struct is, in a sentence: for the document, and for nothing else."""
