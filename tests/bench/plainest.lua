-- The simplest correct append: the same refusals and the same write, without any optimisation.
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local at, head = '0', ''
if last then at, head = string.match(last[1], '%d+'), last[2][4] end
if at ~= ARGV[1] or head ~= ARGV[2] then return {'conflict', at} end
if at == '0' and redis.call('GET', KEYS[2]) ~= ARGV[7] then return {'no-secret'} end
redis.call('XADD', KEYS[1], ARGV[3] .. '-0', 'b', ARGV[4], 'h', ARGV[5], 'k', ARGV[6])
return {'ok'}
