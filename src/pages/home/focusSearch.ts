/**
 * The navigation state of the link that looks like the search field. After a tap on this link, the
 * user wants to type.
 */
export const focusSearch = { toType: true } as const;
