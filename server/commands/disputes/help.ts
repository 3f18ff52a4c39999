export const help = `Answers riders who object to a bill.

  npm run disputes -- list [--all]
      Shows what is to be answered, the oldest first; with --all also what was answered.

  npm run disputes -- refund ORDER --amount N
  npm run disputes -- refund ORDER --all
      Gives back N, in the smallest unit of the currency (100 is one dollar), or all that was paid;
      never more than that. The money goes back the way it came: to the card, or into GoCash.

  npm run disputes -- reject ORDER
      Gives nothing back.

An order is named as its rider sees it, such as R-7K3M-92QF. The same answer again changes nothing;
another answer than the first is refused.

The database is that of the server: DATABASE_URL, or the embedded one in DATA_DIR, which a running
server keeps for itself (stop it first). The server gives the money back: at once where it runs on
PostgreSQL, else as soon as it is started again.
`;
