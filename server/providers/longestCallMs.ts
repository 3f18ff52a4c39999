/** After so long a call to a provider outside counts as not answered, in milliseconds. */
export const longestCallMs = 8_000;
