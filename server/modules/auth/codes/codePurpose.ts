/** The purpose of a code. A code for one purpose is not valid for another. */
export type CodePurpose =
  | { readonly purpose: 'signIn' }
  /** A new phone for the signed-in rider `userId`. */
  | { readonly purpose: 'changePhone'; readonly userId: string }
  /** The current phone of the signed-in rider `userId`, before a sensitive change. */
  | { readonly purpose: 'stepUp'; readonly userId: string };

export const signIn: CodePurpose = { purpose: 'signIn' };

export function userOf(purpose: CodePurpose): string | null {
  return purpose.purpose === 'signIn' ? null : purpose.userId;
}
