-- One process says that it serves, by the server's clock, and hears who else does: a sorted set of names by moment.
-- Keys: {beat}:members:<of whom>. Arguments: the name, and after how many milliseconds a process that says nothing is gone.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], string.format('%d', now), ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('(%d', now - ARGV[2]))
redis.call('PEXPIRE', KEYS[1], 100 * ARGV[2])
return redis.call('ZRANGE', KEYS[1], 0, -1)
