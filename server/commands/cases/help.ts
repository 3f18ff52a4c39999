export const help = `Answers riders who reported a problem.

  npm run cases -- list [--all]
      Shows what is to be answered, the oldest first; with --all also what was answered.

  npm run cases -- answer CASE --text WORDS
      Tells the rider these words. Write them in the rider's language, which the list names.

A case is named as its rider sees it, such as C-7K3M-29QX. The same answer again changes nothing;
another answer than the first is refused. Riders who object to a bill are answered by
npm run disputes.

The database is that of the server: DATABASE_URL, or the embedded one in DATA_DIR, which a running
server keeps for itself (stop it first). The server tells the rider's devices: at once where it runs
on PostgreSQL, else as soon as it is started again.
`;
