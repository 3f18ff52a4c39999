export const help = `Lists and answers the problems that riders reported.

  npm run cases -- list [--all]
      Shows the unanswered cases, the oldest first; with --all also the answered ones.

  npm run cases -- answer CASE --text WORDS
      Sends the text to the rider. Write it in the rider's language, which the list shows.

CASE is the number that the rider sees, such as C-7K3M-29QX. Repeating the same answer changes nothing.
A different second answer is refused. Answer objections to a bill with npm run disputes.

The command uses the server's database: DATABASE_URL, or the embedded one in DATA_DIR. A running server
locks the embedded one: stop the server first. The server notifies the rider's devices: with PostgreSQL
at once, with the embedded database after its next start.
`;
