import type { PostalProblem } from '../../../../contract/rules/places/postalCode.ts';

/** The errors that prevent saving the card. */
export interface CardProblems {
  /** The number of empty or invalid fields in the provider's form. The provider's form marks the fields. */
  inFrame: number;
  postal: PostalProblem | null;
}

export const noProblems: CardProblems = { inFrame: 0, postal: null };

export function problemCount({ inFrame, postal }: CardProblems): number {
  return inFrame + (postal === null ? 0 : 1);
}
