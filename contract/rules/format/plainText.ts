// oxlint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
const notPlain = /[\u0000-\u0009\u000B-\u001F\u007F]|\p{Surrogate}/u;

/**
 * Returns whether a text has no ASCII control characters except line feeds, and no unpaired surrogates. PostgreSQL
 * cannot store unpaired surrogates.
 */
export const isPlainText = (text: string): boolean => !notPlain.test(text);
