/** The longest time-out of a call to an outside provider, in milliseconds. */
export const longestCallMs = 8_000;
