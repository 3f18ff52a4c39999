/** The options of `create` that campaigns and raffles have in common. */
export const commonOptions = `      --type TYPE       the name in addresses: lower-case letters, digits and dashes
      --starts TIME, --ends TIME, --zone ZONE
                        such as 2026-12-24 (its first moment) or 2026-12-24T18:00, in the time zone
                        ZONE, such as America/Chicago
      --audience WHO    everyone (default), newRiders or cities
      --registered-since TIME
                        for newRiders: the earliest time of registration`;

export const help = `Creates, lists and ends campaigns.

  npm run campaigns -- create --file offer.json --type welcome --reward amountOff --amount 200
      --starts 2026-12-01 --ends 2027-01-01 --zone America/Chicago --budget-claims 5000 [options]
${commonOptions}
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

      A rider belongs to a city after a rental there, or if the device reports a position there.
      A device can report a false position, so set a budget to limit the cost.

  npm run campaigns -- list
  npm run campaigns -- end TYPE
      Ends the campaign permanently. No more claims are possible. Riders keep what they have claimed.

Raffles are created with npm run raffle. They are also listed here, and can be ended here.

The command uses the server's database: DATABASE_URL, or the embedded one in DATA_DIR. A running server
locks the embedded one: stop the server first.
`;
