/** The help center in this language as one chunk: the answers and the strings of the interface. */
export { default as answers } from '../../../../locales/zh-CN/documents/help.json';
export { default as words } from '../../../../locales/zh-CN/help.json';
