import type { PostalProblem } from '../../../../contract/rules/places/postalCode.ts';

/** What prevents the card from being saved. */
export interface CardProblems {
  /** Empty or invalid fields in the provider's form, which marks them itself. */
  inFrame: number;
  postal: PostalProblem | null;
}

export const noProblems: CardProblems = { inFrame: 0, postal: null };

export function problemCount({ inFrame, postal }: CardProblems): number {
  return inFrame + (postal === null ? 0 : 1);
}
