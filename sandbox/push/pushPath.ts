/**
 * The path of the push service on its origin. An endpoint has the id of the browser after this
 * path.
 */
export const pushPath = '/push/';
