export const help = `Lists and decides riders' objections to a bill.

Each dispute is a case now: use npm run ops -- cases list --kind dispute, and npm run ops -- cases close.
The next version removes this command.

  npm run disputes -- list [--all]
      Lists the cases of open disputes, the oldest first. With --all, the list includes closed cases.

  npm run disputes -- refund ORDER --amount N
  npm run disputes -- refund ORDER --all
      Refunds N, or with --all everything that the rider paid. N is in the smallest unit of the
      currency (100 is one dollar), and at most what the rider paid.

  npm run disputes -- reject ORDER
      Rejects the objection without a refund.

ORDER is the number that the rider sees, such as R-7K3M-92QF. Repeating the same answer changes nothing.
A different second answer is refused.

The command calls the running server at OPS_URL with OPERATOR_KEY, with the session of
npm run ops -- login, or with the key that the server wrote to the file operator-key.
--as NAME is the name for the record of operators.
`;
