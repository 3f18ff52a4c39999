import type { PostalProblem } from '../../../../contract/rules/places/postalCode.ts';

/** What stands in the way of keeping a card. */
export interface CardProblems {
  /** Fields in the provider's form that are empty or wrong; it marks them itself. */
  inFrame: number;
  postal: PostalProblem | null;
}

export const noProblems: CardProblems = { inFrame: 0, postal: null };

export function problemCount({ inFrame, postal }: CardProblems): number {
  return inFrame + (postal === null ? 0 : 1);
}
