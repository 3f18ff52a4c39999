/** The help center in this language, as one chunk: its answers, and the words around them. */
export { default as answers } from '../../../../locales/en/documents/help.json';
export { default as words } from '../../../../locales/en/help.json';
