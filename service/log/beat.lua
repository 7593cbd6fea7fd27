-- Records one heartbeat of one process, by the server's clock. After too long a gap it records the outage instead, which
-- also counts as a heartbeat. There is one write either way, so a crash leaves nothing half done.
-- Keys: {beat}:last is "<moment> <number of the last outage>"; {beat}:silences has outage number n under the id n-0.
-- Arguments: the longest gap between two heartbeats, the number of the last outage that the caller knows, and how many
-- outages to keep.
-- Returns whether this heartbeat ended an outage, and every outage that the caller does not know. If the caller knows a
-- later one than is stored here, it returns them all.
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
  -- The moment exceeds every earlier number, even if these keys were lost: matches and processes remember old numbers.
  number = math.max(number + 1, known + 1, now)
  local id = string.format('%d-0', number)
  redis.call('XADD', KEYS[2], 'MAXLEN', ARGV[3], id, 'since', string.format('%d', alive), 'until', string.format('%d', now))
else
  redis.call('SET', KEYS[1], string.format('%d %d', now, number))
end
local first = known > number and 0 or known + 1
return {silent and 1 or 0, redis.call('XRANGE', KEYS[2], string.format('%d-0', first), '+')}
