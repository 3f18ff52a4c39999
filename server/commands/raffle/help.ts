export const help = `Checks the draws of raffles.

  npm run raffle -- verify TYPE|URL [--hash HASH]
      Gets the seed and all draws of a finished raffle from a server: from PUBLIC_URL, or from the
      server of an address such as https://rent.example.com/api/raffles/lucky-day. It repeats each draw and
      prints the differences. It needs no key, so everybody can run it.
      --hash HASH       the hash that was published before; it must equal the hash of the seed

  npm run raffle -- create|list|end …
      The same as npm run ops -- campaigns create-raffle|list|end, which --help explains, without the need
      for --why.
`;
