-- What a caller has used of a budget, in milliseconds of the time in which it is earned, on top of what others have
-- told; by the server's clock. One write. Keys: {beat}:spent:<what>. Argument: how much more.
-- Answers how much is used by now.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local used = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now) - now + tonumber(ARGV[1])
if used > 0 then redis.call('SET', KEYS[1], string.format('%d', now + used), 'PX', math.ceil(used)) end
return used
