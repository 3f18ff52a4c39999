export const help = `Lists and answers the requests of hosts, who would like to have a station.

  npm run hosts -- list [--all]
      Shows the unanswered requests, the oldest first; with --all also the answered ones.

  npm run hosts -- export
      Prints all requests as CSV.

  npm run hosts -- done REFERENCE
      Marks the request as answered.

  npm run hosts -- erase REFERENCE
      Erases the request at once, if the host asks for that. The server erases all other requests
      HOST_KEEP_DAYS after they were sent.

The command uses the server's database: DATABASE_URL, or the embedded one in DATA_DIR. A running server
locks the embedded one: stop the server first.
`;
