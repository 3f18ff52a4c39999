export const help = `Answers people who would like to have a station.

  npm run hosts -- list [--all]
      Shows whom to call or write to, the oldest first; with --all also who was answered.

  npm run hosts -- export
      Prints everything as CSV.

  npm run hosts -- done REFERENCE
      Somebody has answered.

  npm run hosts -- erase REFERENCE
      Forgets what was sent at once, for who asks for that. All else is erased HOST_KEEP_DAYS after it
      was sent.

The database is that of the server: DATABASE_URL, or the embedded one in DATA_DIR, which a running
server keeps for itself: stop it first.
`;
