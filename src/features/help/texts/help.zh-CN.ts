/** The help center in this language, as one chunk: its answers, and the words around them. */
export { default as answers } from '../../../../locales/zh-CN/documents/help.json';
export { default as words } from '../../../../locales/zh-CN/help.json';
