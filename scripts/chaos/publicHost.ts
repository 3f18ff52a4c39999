/** The public host name that requests carry, as behind a reverse proxy. */
export const publicHost = 'chaos.example';
