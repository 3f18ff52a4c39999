/** For how many days after registration a rider may enter an invite code. */
export const friendCodeDays = 30;

/** Normalizes a typed code, because letter case, spaces and dashes do not matter. */
export function normalInvite(code: string): string {
  return code
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]+/gu, '')
    .toUpperCase();
}
