/** The help center in this language as one chunk: answers and interface texts. */
export { default as answers } from '../../../../locales/es/documents/help.json';
export { default as words } from '../../../../locales/es/help.json';
