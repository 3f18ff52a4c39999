import type { Campaign, ClaimObstacle } from '../../../contract/campaigns.ts';

/** How a person stands to an offer, by what the server said of both. */
export type Standing =
  | 'open'
  /** A guest: only after the login is known whether it is theirs. */
  | 'guest'
  /** They have logged in, and the server has not said yet. */
  | 'asking'
  | 'upcoming'
  | 'soldOut'
  | 'ended'
  | ClaimObstacle;

export function standingOf({ state, mine }: Campaign, isSignedIn: boolean): Standing {
  if (state === 'ended') return 'ended';
  // Whoever has it need not care that nobody else gets any more.
  if (mine?.obstacle === 'claimed') return 'claimed';
  if (state !== 'running') return state;
  if (!isSignedIn) return 'guest';
  return mine === null ? 'asking' : (mine.obstacle ?? 'open');
}

/** Whether it is worth showing to somebody who did not ask for it. */
export function isWorthShowing(campaign: Campaign, isSignedIn: boolean): boolean {
  const standing = standingOf(campaign, isSignedIn);
  // Which city a guest would claim in nobody knows.
  return standing === 'open' || (standing === 'guest' && campaign.audience !== 'cities');
}
