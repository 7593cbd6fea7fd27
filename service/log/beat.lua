-- One beat of one process, by the server's clock; after too long a silence it is the silence that is written, and
-- counts as the beat: one write either way, so whoever dies in between leaves nothing half done.
-- Keys: {beat}:last, as "<moment> <number of the last silence>", and {beat}:silences, number n under the id n-0.
-- Arguments: the longest time between two beats, the number of the last silence that the caller knows, how many to keep.
-- Answers whether there was a silence, and all that the caller does not know; who knows of a later one than stands here
-- is told all anew.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local beat, beaten_after = string.match(redis.call('GET', KEYS[1]) or '', '^(%d+) (%d+)$')
local number, alive = tonumber(beaten_after) or 0, tonumber(beat)
local last = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)[1]
if last and (not beat or tonumber(string.match(last[1], '^%d+')) > number) then
  number, alive = tonumber(string.match(last[1], '^%d+')), tonumber(last[2][4])
end

local known = tonumber(ARGV[2])
local silent = alive and now - alive > tonumber(ARGV[1])
if silent then
  -- The moment is later than any number, even where these keys were lost: matches and processes remember what they knew.
  number = math.max(number + 1, known + 1, now)
  local id = string.format('%d-0', number)
  redis.call('XADD', KEYS[2], 'MAXLEN', ARGV[3], id, 'since', string.format('%d', alive), 'until', string.format('%d', now))
else
  redis.call('SET', KEYS[1], string.format('%d %d', now, number))
end
local first = known > number and 0 or known + 1
return {silent and 1 or 0, redis.call('XRANGE', KEYS[2], string.format('%d-0', first), '+')}
