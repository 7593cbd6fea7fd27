"""What stands between the network and the routes: guards, bodies, headers, compression, error answers."""
