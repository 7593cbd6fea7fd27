"""The read side of the Catan card game: views, previews, components and reports."""
