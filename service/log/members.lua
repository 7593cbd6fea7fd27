-- Records that a process is serving, by the server's clock, and returns the names of all that serve. There is one write:
-- a process that reported only recently removes one that has long been gone, instead of reporting again.
-- Keys: {beat}:members:<database>, a hash of moments by name. Arguments: the name, and the milliseconds without any
-- report after which a process counts as gone.
local time = redis.call('TIME')
local now, gone_after = time[1] * 1000 + math.floor(time[2] / 1000), tonumber(ARGV[2])
local said, there, gone, lately = redis.call('HGETALL', KEYS[1]), {ARGV[1]}, {}, false
for at = 1, #said, 2 do
  local age = now - tonumber(said[at + 1])
  if said[at] == ARGV[1] then
    lately = age >= 0 and 2 * age < gone_after
  elseif age <= gone_after then
    table.insert(there, said[at])
  elseif age > 10 * gone_after then
    table.insert(gone, said[at])
  end
end
if lately and #gone > 0 then
  redis.call('HDEL', KEYS[1], gone[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], string.format('%d', now))
end
return there
