"""The doctor: findings about unsafe settings, files, disks and servers."""
