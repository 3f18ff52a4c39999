/**
 * Navigation state of the link that looks like the search field: a person who taps it wants to
 * type.
 */
export const focusSearch = { toType: true } as const;
