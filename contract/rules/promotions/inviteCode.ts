/** How long after registering a rider may still enter a friend's code. */
export const friendCodeDays = 30;

/** As codes are compared: whatever letter case, spaces and dashes somebody typed. */
export function normalInvite(code: string): string {
  return code
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]+/gu, '')
    .toUpperCase();
}
