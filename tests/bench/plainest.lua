-- The plainest correct append: the same refusals and the same writes, with nothing thought about.
local again = redis.call('HGET', KEYS[2], ARGV[3])
if again then return {'again', again} end
local at = redis.call('XLEN', KEYS[1])
if at ~= tonumber(ARGV[1]) then return {'conflict', at} end
if (redis.call('GET', KEYS[3]) or '') ~= ARGV[2] then return {'conflict', at} end
local version = at
for i = 8, #ARGV do
  version = version + 1
  redis.call('XADD', KEYS[1], version .. '-0', 'e', ARGV[i])
end
if KEYS[5] then redis.call('SET', KEYS[5], ARGV[7]) end
redis.call('SET', KEYS[3], ARGV[6])
redis.call('HSET', KEYS[2], ARGV[3], ARGV[4] .. ' ' .. at + 1 .. ' ' .. version)
redis.call('XADD', KEYS[4], '*', 'm', ARGV[5], 'v', version)
return {'ok', at + 1, version}
