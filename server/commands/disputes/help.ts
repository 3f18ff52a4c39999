export const help = `Lists and answers riders' objections to a bill.

  npm run disputes -- list [--all]
      Shows the unanswered disputes, the oldest first; with --all also the answered ones.

  npm run disputes -- refund ORDER --amount N
  npm run disputes -- refund ORDER --all
      Refunds N, or with --all everything that the rider paid. N is in the smallest unit of the
      currency (100 is one dollar), and at most what the rider paid. The refund goes to the payment
      method that paid: the card, or GoCash.

  npm run disputes -- reject ORDER
      Rejects the objection without a refund.

ORDER is the number that the rider sees, such as R-7K3M-92QF. Repeating the same answer changes nothing.
A different second answer is refused.

The command uses the server's database: DATABASE_URL, or the embedded one in DATA_DIR. A running server
locks the embedded one: stop the server first. The server makes the refund: with PostgreSQL at once,
with the embedded database after its next start.
`;
