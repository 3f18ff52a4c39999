/** The path of the push service below its origin. The id of the browser follows. */
export const pushPath = '/push/';
