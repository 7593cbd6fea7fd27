-- A secret of which no log has come: it goes, unless a log stands there by now. One write.
-- Keys: {pNN}:m:<match>:log, :secret.
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
return redis.call('DEL', KEYS[2])
