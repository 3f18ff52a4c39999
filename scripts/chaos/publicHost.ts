/** The public host name in the requests that a reverse proxy would forward. */
export const publicHost = 'chaos.example';
