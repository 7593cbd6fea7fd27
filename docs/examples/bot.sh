URL=${URL:-http://127.0.0.1:8000}

# an account; its token is shown this once
TOKEN=$(curl -sS $URL/api/v1/players -H 'Content-Type: application/json' \
  -d '{"name":"My first bot","bot":true}' | sed -E 's/.*"token":"([^"]*)".*/\1/')

# the bot: it answers in every match where its account is asked, until you stop it (kill %1)
python3 bot.py $URL $TOKEN &    # or: node bot.ts $URL $TOKEN &

# a match against a built-in bot; this prints the address of the page where you can watch it
curl -sS $URL/api/v1/matches -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \
  -d '{"game":"katharina","seats":[{"t":"mine"},{"t":"bot","level":"random"}]}' \
  | sed -E "s|.*\"page\":\"([^\"]*)\".*|$URL\1|"
