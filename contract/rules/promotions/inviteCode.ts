/** How long after registering a rider may still enter an invite code. */
export const friendCodeDays = 30;

/** Normalizes a typed code: letter case, spaces and dashes do not matter. */
export function normalInvite(code: string): string {
  return code
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]+/gu, '')
    .toUpperCase();
}
