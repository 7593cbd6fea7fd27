"""Pairing methods: each returns a draw, given the contenders and a random stream."""
