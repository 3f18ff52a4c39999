/**
 * Navigation state of the link that looks like the search field. After a tap on the link, the user
 * wants to type.
 */
export const focusSearch = { toType: true } as const;
