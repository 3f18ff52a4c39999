/** A guest's session id begins with this text, so that the app recognises the session of a guest without a request. */
export const guestSessionPrefix = 'guest-';

/** Whether a session id belongs to a guest. */
export const isGuestSession = (sessionId: string) => sessionId.startsWith(guestSessionPrefix);
