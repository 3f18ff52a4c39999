/** What a texted code proves a phone for. A code asked for one purpose is worth nothing for another. */
export type CodePurpose =
  | { readonly purpose: 'signIn' }
  /** The phone of a rider who is signed in. */
  | { readonly purpose: 'changePhone'; readonly userId: string };

export const signIn: CodePurpose = { purpose: 'signIn' };

export function userOf(purpose: CodePurpose): string | null {
  return purpose.purpose === 'changePhone' ? purpose.userId : null;
}
