/** The help text of the commands that read a file with texts for riders. */
export const fileHelp = `  npm run ops -- campaigns create --file offer.json --type welcome --reward amountOff --amount 200
      --starts 2026-12-01 --ends 2027-01-01 --zone America/Chicago --budget-claims 5000 [options] --why WORDS
      --type TYPE       the name in addresses: lower-case letters, digits and dashes
      --starts TIME, --ends TIME, --zone ZONE
                        such as 2026-12-24 (its first moment) or 2026-12-24T18:00, in the time zone
                        ZONE, such as America/Chicago
      --audience WHO    everyone (default), newRiders or cities
      --registered-since TIME
                        for newRiders: the earliest time of registration
      --reward KIND     amountOff with --amount N [--minimum N], freeMinutes with --minutes N,
                        or goCash with --amount N; amounts are in minor units: 200 is $2.00
      --valid-days N    number of days after the claim in which a coupon can be used
      --per-person N    number of claims per person (default: 1)
      --budget-claims N, --budget-amount N
                        a limit for the number of claims, for their total amount, or for both
      --unlimited       no budget: instead of the two options above

      The file contains plain text in each language of the app. For the audience cities it also lists
      the cities:

        {
          "texts": {
            "en": { "title": "…", "summary": "…", "terms": ["…", "…"] },
            "es": { … },
            "zh-CN": { … }
          },
          "cities": [
            { "name": "Chicago", "lat": 41.88, "lng": -87.63, "radiusMetres": 30000 },
            { "name": "The airport", "stations": ["PCJZK9H"] }
          ]
        }

      A rider counts as a rider of a city after a rental there, or if the device reports a position there.
      A device can report a false position, so set a budget to limit the cost.
  npm run ops -- campaigns create-raffle --file raffle.json --type lucky-day
      --starts 2026-12-01 --ends 2027-01-01 --zone America/Chicago [options] --why WORDS
      The options are those of campaigns create, without the reward and the budget. The file contains the
      texts and the prizes. The probability of a prize is its chances divided by outOf, while it is in
      stock. A stock of null is unlimited:

        {
          "texts": { … },
          "outOf": 100,
          "prizes": [
            { "reward": { "kind": "goCash", "amount": 500 }, "chances": 1, "stock": 50 },
            { "reward": { "kind": "freeMinutes", "minutes": 30, "validDays": 14 },
              "chances": 10, "stock": null },
            { "reward": { "kind": "amountOff", "amount": 100, "minimum": 200, "validDays": 14 },
              "chances": 20, "stock": 1000 }
          ]
        }

      Prints the hash of the seed, which determines all draws. Publish the hash where it cannot change.
      npm run raffle -- verify checks the draws after the end.
  npm run ops -- campaigns list
  npm run ops -- campaigns end TYPE --why WORDS
      Ends a campaign or a raffle for ever, and publishes the seed of a raffle. Riders keep what they have
      claimed.

  npm run ops -- news publish --file news.json --why WORDS
      Publishes news to all riders. The file contains plain text in each language of the app, and optionally
      a link:

        {
          "title": { "en": "…", "zh-CN": "…", "es": "…" },
          "body": { "en": "…", "zh-CN": "…", "es": "…" },
          "link": "/coupon"
        }

      A title is one line of up to 80 characters, a body has up to 2000. Markup is shown as plain text.
      Riders who subscribed to news also get a push message. Nobody can withdraw published news, or publish
      the same text again.
  npm run ops -- news list
      Shows the published news, the latest first, and the number of notified riders.
`;
