/** What a link that looks like the search field says of itself: whoever taps it wants to type. */
export const focusSearch = { toType: true } as const;
