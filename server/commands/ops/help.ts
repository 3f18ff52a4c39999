export const help = `Does the work of operators on the running server.

  npm run ops -- cases list|show|open|assign|answer|wait|close …
      Support cases; npm run cases -- --help explains each of them.

  npm run ops -- chargebacks list [--all]
      Shows the undecided and the lost chargebacks, the oldest first; with --all also the others.
      "frozen" means that the rider can begin no rental and use no GoCash.
  npm run ops -- chargebacks lift CHARGEBACK --why WORDS
      Lifts the freeze of this chargeback. Another chargeback of the same rider has its own freeze.
      CHARGEBACK is the id that the list shows first. Repeating the command changes nothing.

  npm run ops -- operators me
      Shows the name and the roles of the key.
  npm run ops -- operators list
  npm run ops -- operators add NAME --role ROLE … --why WORDS
  npm run ops -- operators roles NAME --role ROLE … --why WORDS
      Replaces the roles: administrator, support, finance or readOnly.
  npm run ops -- operators block|unblock NAME --why WORDS
  npm run ops -- operators add-key NAME --label WORDS --why WORDS
      Shows the new key once.
  npm run ops -- operators revoke-key NAME ID --why WORDS

  npm run ops -- proof-key rotate --why WORDS
      Replaces the key that signs proofs of return. Proofs of the former key stay valid.

The command calls the server at OPS_URL with OPERATOR_KEY, or with the key that the server wrote to the
file operator-key. With the key of the server, --as states the name for the record.
`;
