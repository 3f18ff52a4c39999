import type { Campaign } from '../../../contract/campaigns.ts';

const withType = (path: string, type: string) => `${path}?type=${encodeURIComponent(type)}`;

export const startPath = (type: string) => `/${type}/start`;
export const rafflePath = (type: string) => withType('/raffle', type);
export const claimedPath = (type: string) => withType('/activityCoupon', type);
export const redeemPath = (type: string) => withType('/activityRedeemNow', type);
export const termsPath = (type: string) => withType('/new-user-prom/terms', type);

/** The path of the page for an ended campaign. The type is null if the campaign never existed. */
export const endedPath = (type: string | null) =>
  type === null ? '/eventEnded' : withType('/eventEnded', type);

/** Returns the path of a campaign's page. */
export function campaignPath({ type, kind }: Campaign): string {
  return kind === 'raffle' ? rafflePath(type) : `/${type}/launcher`;
}
