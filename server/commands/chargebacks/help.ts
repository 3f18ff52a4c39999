export const help = `Lists chargebacks, and lifts the freeze that they put on a rider's account.

  npm run chargebacks -- list [--all]
      Shows the undecided and the lost chargebacks, the oldest first; with --all also the others.
      "frozen" means that the rider can begin no rental and use no GoCash.

  npm run chargebacks -- lift CHARGEBACK
      Lifts the freeze of this chargeback. Another chargeback of the same rider has its own freeze.

CHARGEBACK is the payment provider's id, which the list shows first. Repeating the command changes nothing.

The command uses the server's database: DATABASE_URL, or the embedded one in DATA_DIR. A running server
locks the embedded one: stop the server first.
`;
