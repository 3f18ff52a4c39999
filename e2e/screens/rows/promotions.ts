import { randomUUID } from 'node:crypto';
import { fillPath, paths } from '../../../contract/paths.ts';
import { type Rider, expectOk } from '../../support/rider.ts';
import type { Row } from '../screens.ts';

/** Claims an offer and returns the raw answer. */
export function claim(rider: Rider, type: string) {
  return rider.call('POST', fillPath(paths.campaignClaims, { type }), { near: null }, randomUUID());
}

/** Offers, claims and the raffle. */
export const promotionRows: Row[] = [
  {
    name: 'offer',
    title: ['Offer', '优惠', 'Oferta'],
    guest: true,
    address: () => '/refresh/launcher',
  },
  {
    name: 'claim of an offer',
    title: ['Claim the offer', '领取优惠', 'Obtener la oferta'],
    guest: true,
    address: () => '/welcome/start',
  },
  {
    name: 'claimed reward',
    title: ['Your reward', '您的奖励', 'Tu recompensa'],
    async address({ rider }) {
      expectOk(await claim(rider, 'refresh'));
      return '/activityCoupon?type=refresh';
    },
  },
  {
    name: 'use of a reward',
    title: ['Redeem Now', '立即兑换', 'Canjear ahora'],
    async address({ rider }) {
      expectOk(await claim(rider, 'welcome'));
      return '/activityRedeemNow?type=welcome';
    },
  },
  {
    name: 'offer that has ended',
    title: ['Promotion ended', '活动已结束', 'Promoción terminada'],
    guest: true,
    address: () => '/lastsummer/launcher',
  },
  {
    name: 'offers',
    title: ['Offers', '优惠活动', 'Ofertas'],
    guest: true,
    address: () => '/new-user-promo',
  },
  {
    name: 'terms of an offer',
    title: ['Promotion terms', '活动条款', 'Términos de las promociones'],
    guest: true,
    address: () => '/new-user-prom/terms?type=welcome',
  },
  {
    name: 'raffle',
    title: ['Raffle', '抽奖', 'Sorteo'],
    async address({ rider }) {
      const entries = fillPath(paths.raffleEntries, { type: 'lucky-day' });
      expectOk(await rider.call('POST', entries, undefined, randomUUID()));
      return '/raffle?type=lucky-day';
    },
  },
];
