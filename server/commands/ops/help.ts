export const help = `Does the work of operators on the running server.

  npm run ops -- cases list|show|open|assign|answer|wait|close …
      Support cases; npm run cases -- --help explains each of them.

  npm run ops -- proof-key rotate --why WORDS
      Replaces the key that signs proofs of return. Proofs of the former key stay valid.

The command calls the server at OPS_URL with OPERATOR_KEY, or with the key that the server wrote to the
file operator-key.
`;
