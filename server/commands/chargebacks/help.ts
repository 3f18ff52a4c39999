export const help = `Lists chargebacks, and lifts the freeze that they put on a rider's account.

This command is now npm run ops -- chargebacks …, and the next version removes it.

  npm run chargebacks -- list [--all]
      Shows the undecided and the lost chargebacks, the oldest first; with --all also the others.

  npm run chargebacks -- lift CHARGEBACK
      Lifts the freeze of this chargeback.

The command calls the running server at OPS_URL with OPERATOR_KEY, with the session of
npm run ops -- login, or with the key that the server wrote to the file operator-key.
`;
