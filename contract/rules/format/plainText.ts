// oxlint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
const notPlain = /[\u0000-\u0009\u000B-\u001F\u007F]|\p{Surrogate}/u;

/**
 * Returns whether a text has no control characters except line breaks, and no unpaired surrogates, which
 * PostgreSQL cannot store.
 */
export const isPlainText = (text: string): boolean => !notPlain.test(text);
