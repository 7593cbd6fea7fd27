"""Methods of pairing: each answers a draw from contenders and a stream."""
