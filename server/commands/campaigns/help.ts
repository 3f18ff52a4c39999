/** The common options of `create` for campaigns and raffles. */
export const commonOptions = `      --type TYPE       lower-case letters, digits and dashes: its name in addresses
      --starts TIME, --ends TIME, --zone ZONE
                        such as 2026-12-24 (its first moment) or 2026-12-24T18:00, by the clocks
                        of a zone such as America/Chicago
      --audience WHO    everyone (unless said otherwise), newRiders or cities
      --registered-since TIME
                        of new riders, those who registered from then on`;

export const help = `Makes campaigns, lists them and ends them.

  npm run campaigns -- create --file offer.json --type welcome --reward amountOff --amount 200
      --starts 2026-12-01 --ends 2027-01-01 --zone America/Chicago --budget-claims 5000 [options]
${commonOptions}
      --reward KIND     amountOff with --amount N [--minimum N], freeMinutes with --minutes N,
                        or goCash with --amount N; amounts are in minor units: 200 is $2.00
      --valid-days N    a coupon can be used for so many days from its claim
      --per-person N    how often one person may claim (once unless said otherwise)
      --budget-claims N, --budget-amount N
                        how many claims it pays in all, or what they may come to; or both
      --unlimited       instead of a budget

      The file holds plain text in each language of the app; of the audience cities, where it is:

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

      In a city is who has rented there, or whose device says that it is there. That can be made
      up: it is the budget that bounds what it costs.

  npm run campaigns -- list
  npm run campaigns -- end TYPE
      For good. Nobody claims any more; who has claimed keeps it.

Raffles are made by npm run raffle, and are listed and ended here, too.

The database is that of the server: DATABASE_URL, or the embedded one in DATA_DIR, which a running
server keeps for itself: stop it first.
`;
