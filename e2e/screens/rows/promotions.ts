import { randomUUID } from 'node:crypto';
import { fillPath, paths } from '../../../contract/paths.ts';
import { type Rider, expectOk } from '../../support/rider.ts';
import type { Row } from '../screens.ts';

/** Claims an offer. Returns the answer, which may be a refusal. */
export function claim(rider: Rider, type: string) {
  return rider.call('POST', fillPath(paths.campaignClaims, { type }), { near: null }, randomUUID());
}

/** The screens for offers, claims and the raffle. */
export const promotionRows: Row[] = [
  {
    name: 'offer',
    route: '/:type/launcher',
    guest: true,
    address: () => '/refresh/launcher',
  },
  {
    name: 'claim of an offer',
    route: '/:type/start',
    guest: true,
    address: () => '/welcome/start',
  },
  {
    name: 'claimed reward',
    route: '/activityCoupon',
    async address({ rider }) {
      expectOk(await claim(rider, 'refresh'));
      return '/activityCoupon?type=refresh';
    },
  },
  {
    name: 'use of a reward',
    route: '/activityRedeemNow',
    async address({ rider }) {
      expectOk(await claim(rider, 'welcome'));
      return '/activityRedeemNow?type=welcome';
    },
  },
  {
    name: 'offer that has ended',
    route: '/eventEnded',
    guest: true,
    address: () => '/lastsummer/launcher',
  },
  {
    name: 'offers',
    route: '/new-user-promo',
    guest: true,
    address: () => '/new-user-promo',
  },
  {
    name: 'terms of an offer',
    route: '/new-user-prom/terms',
    guest: true,
    address: () => '/new-user-prom/terms?type=welcome',
  },
  {
    name: 'raffle',
    route: '/raffle',
    async address({ rider }) {
      const entries = fillPath(paths.raffleEntries, { type: 'lucky-day' });
      expectOk(await rider.call('POST', entries, undefined, randomUUID()));
      return '/raffle?type=lucky-day';
    },
  },
];
