-- A secret of which no log has come: it goes, unless a log stands there by now. One write.
-- Keys: {pNN}:m:<match>:log, :secret; named again as arguments, as in append.lua.
if redis.call('EXISTS', ARGV[1]) == 1 then return 0 end
return redis.call('DEL', ARGV[2])
