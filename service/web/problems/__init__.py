"""Problems: what can go wrong in a request, and the responses that say so."""
