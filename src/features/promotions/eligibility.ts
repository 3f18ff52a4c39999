import type { Campaign, ClaimObstacle } from '../../../contract/campaigns.ts';

/** Whether a user can claim an offer, from the server's data about the user and the offer. */
export type Eligibility =
  | 'open'
  /** The user is a guest. The server decides on eligibility only after the login. */
  | 'guest'
  /** The rider has logged in, and the server has not answered yet. */
  | 'asking'
  | 'upcoming'
  | 'soldOut'
  | 'ended'
  | ClaimObstacle;

export function eligibilityOf({ state, mine }: Campaign, isSignedIn: boolean): Eligibility {
  if (state === 'ended') return 'ended';
  // Check for a claim before the other states. If the rider has a claim, it does not matter whether
  // the offer is sold out.
  if (mine?.obstacle === 'claimed') return 'claimed';
  if (state !== 'running') return state;
  if (!isSignedIn) return 'guest';
  return mine === null ? 'asking' : (mine.obstacle ?? 'open');
}

/** Whether to show a campaign to a user who has not opened the campaign's page. */
export function isWorthShowing(campaign: Campaign, isSignedIn: boolean): boolean {
  const standing = eligibilityOf(campaign, isSignedIn);
  // The city of a guest is unknown, so do not show guests an offer that is limited to certain
  // cities.
  return standing === 'open' || (standing === 'guest' && campaign.audience !== 'cities');
}
