-- Adds to the budget that a caller has used in all processes, and returns the total, by the server's clock. One write.
-- Budget is counted in milliseconds: the time in which it is earned.
-- Keys: {beat}:spent:<caller>. Argument: how much more was used.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local used = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now) - now + tonumber(ARGV[1])
if used > 0 then redis.call('SET', KEYS[1], string.format('%d', now + used), 'PX', math.ceil(used)) end
return used
