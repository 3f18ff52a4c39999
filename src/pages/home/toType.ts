/** What a link that looks like the search field says of itself: whoever taps it wants to type. */
export const toType = { toType: true } as const;
