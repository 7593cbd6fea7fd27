"""Pairing methods: each returns a draw for contenders and a random stream."""
