import { commonOptions } from '../campaigns/help.ts';

export const help = `Creates raffles, and checks their draws.

  npm run raffle -- create --file raffle.json --type lucky-day
      --starts 2026-12-01 --ends 2027-01-01 --zone America/Chicago [options]
${commonOptions}

      The file contains plain text in each language of the app, and the prizes. The probability of a
      prize is its chances divided by outOf, while it is in stock. A stock of null is unlimited:

        {
          "texts": {
            "en": { "title": "…", "summary": "…", "terms": ["…", "…"] },
            "es": { … },
            "zh-CN": { … }
          },
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

  npm run raffle -- list
  npm run raffle -- end TYPE
      Ends it permanently, and publishes its seed.

  npm run raffle -- verify TYPE|URL [--hash HASH]
      Gets the seed and all draws of a finished raffle from a server: from PUBLIC_URL, or from the
      server of an address such as https://rent.example.com/api/raffles/lucky-day. It repeats each draw and
      prints the differences. It needs no database, so everybody can run it.
      --hash HASH       the hash that was published before; it must equal the hash of the seed

The other commands use the server's database: DATABASE_URL, or the embedded one in DATA_DIR. A running
server locks the embedded one: stop the server first.
`;
