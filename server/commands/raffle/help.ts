import { commonOptions } from '../campaigns/help.ts';

export const help = `Makes raffles, and checks their draws.

  npm run raffle -- create --file raffle.json --type lucky-day
      --starts 2026-12-01 --ends 2027-01-01 --zone America/Chicago [options]
${commonOptions}

      The file holds plain text in each language of the app, and the prizes. Of outOf draws each
      prize wins as many as it has chances, as long as stock is left; null is no end:

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

      Prints the hash of its seed, which commits to all draws: publish it where it stays.

  npm run raffle -- list
  npm run raffle -- end TYPE
      For good. Its seed is out from then on.

  npm run raffle -- verify TYPE|URL [--hash HASH]
      Asks a server, PUBLIC_URL or that of an address such as
      https://rent.example.com/api/raffles/lucky-day, for the seed and all draws of a raffle that is
      over, draws each of them again, and says what differs. It needs no database: anybody can.
      --hash HASH       what was published before; it has to be the seed's hash

The other commands use the server's database: DATABASE_URL, or the embedded one in DATA_DIR, which a
running server keeps for itself: stop it first.
`;
