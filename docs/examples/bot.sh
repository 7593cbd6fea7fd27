URL=${URL:-http://127.0.0.1:8000}

# an account; its token is shown this once
TOKEN=$(curl -sS $URL/api/v1/players -H 'Content-Type: application/json' \
  -d '{"name":"My first bot","bot":true}' | sed -E 's/.*"token":"([^"]*)".*/\1/')

# the bot: it answers wherever its account is asked, until it is ended (kill %1)
python3 bot.py $URL $TOKEN &    # or: node bot.ts $URL $TOKEN &

# a match against a bot of the house; this prints the page on which it is watched
curl -sS $URL/api/v1/matches -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \
  -d '{"game":"katharina","seats":[{"t":"mine"},{"t":"bot","level":"random"}]}' \
  | sed -E "s|.*\"page\":\"([^\"]*)\".*|$URL\1|"
