URL=${URL:-http://127.0.0.1:8000}

# an account, which runs the tournament; its token is shown this once
TOKEN=$(curl -sS $URL/api/v1/players -H 'Content-Type: application/json' \
  -d '{"name":"My club"}' | sed -E 's/.*"token":"([^"]*)".*/\1/')
ask() {
  ON=$URL/api/v1/tournaments$1; shift
  curl -sSf $ON -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' "$@"
}

# 1. what is played: a Swiss of two rounds at tables of two
ID=$(ask '' -d '{"title":"One evening","game":"katharina","scoring":"match-points",
    "stages":[{"method":"swiss","table":2,"rounds":2}]}' \
  | sed -E 's/^\{"id":"([^"]*)".*/\1/')

# 2. who takes part: built-in bots, which play by themselves; with three, one has a bye each round
ask /$ID/entrants/list -o /dev/null \
  -d '{"entrants":[{"t":"bot","level":"random"},{"t":"bot","level":"random"},{"t":"bot","level":"random"}]}'

# 3. each round is paired, then started, and is over when its `progress` is `closed`
for ROUND in 1 2; do
  ask /$ID/rounds -o /dev/null -d "{\"round\":$ROUND}"
  ask /$ID/rounds/$ROUND/start -o /dev/null -X POST
  until [ $(ask /$ID | grep -o '"progress":"closed"' | wc -l) -eq $ROUND ]; do sleep 0.2; done
done

# 4. the end
ask /$ID/ending -o /dev/null -d '{"ending":"finished"}'

# 5. the files to keep; then the page that shows everything
for FILE in standings.csv results.csv pairings.csv export.json; do ask /$ID/$FILE -o $FILE; done
ask /$ID/bundle -o evening.bundle.ndjson
echo $URL/tournaments/$ID
