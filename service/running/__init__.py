"""Settings, clock, shutdown and other basics that every other package builds on."""
