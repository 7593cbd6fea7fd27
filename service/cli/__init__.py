"""The commands of `chronik`, one module each: arguments and implementation."""
