/** The help center in this language as one chunk: the answers and the strings of the interface. */
export { default as answers } from '../../../../locales/en/documents/help.json';
export { default as words } from '../../../../locales/en/help.json';
