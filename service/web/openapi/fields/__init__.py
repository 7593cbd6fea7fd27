"""The descriptions of the fields of Structs, a sentence each, used only in the interface document."""
