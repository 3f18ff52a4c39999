import type { Campaign, CampaignClaim, CampaignTexts } from '../../contract/campaigns.ts';
import type { Coupon } from '../../contract/coupons.ts';
import type { Raffle } from '../../contract/raffle.ts';

const texts = (title: string): CampaignTexts => ({
  title,
  summary: `${title}: a summary.`,
  terms: [`Terms of ${title} alone.`],
});

const dollar = { amount: 300, currency: 'USD' };

/** A running offer as a guest sees it. */
export const welcome: Campaign = {
  type: 'welcome',
  kind: 'offer',
  texts: { en: texts('Welcome'), es: texts('Bienvenida'), 'zh-CN': texts('欢迎') },
  reward: { kind: 'amountOff', amount: dollar, minimumTotal: null, validDays: 30 },
  audience: 'newRiders',
  cities: [],
  perPerson: 1,
  startsAt: '2026-11-01T06:00:00.000Z',
  endsAt: '2026-12-01T06:00:00.000Z',
  timeZone: 'America/Chicago',
  state: 'running',
  mine: null,
};

export const claimable: Campaign['mine'] = { obstacle: null, claims: [] };

export const ticket: Coupon = {
  id: '3d6c9f6e-51a2-4b7e-8f51-0d7f2b1a0001',
  kind: 'amountOff',
  amount: dollar,
  minutes: null,
  minimumTotal: null,
  firstRentalOnly: false,
  state: 'available',
  redeemedAt: '2026-11-22T18:00:00.000Z',
  expiresAt: '2026-12-22T18:00:00.000Z',
  usedAt: null,
  orderId: null,
};

export const claim: CampaignClaim = {
  id: '3d6c9f6e-51a2-4b7e-8f51-0d7f2b1a0002',
  at: '2026-11-22T18:00:00.000Z',
  reward: { kind: 'amountOff', amount: dollar, minimumTotal: null, validDays: 30 },
  coupon: ticket,
};

/** A campaign that is a raffle. */
export const autumn: Campaign = {
  ...welcome,
  type: 'autumn',
  kind: 'raffle',
  texts: { en: texts('Autumn'), es: texts('Otoño'), 'zh-CN': texts('秋天') },
  reward: null,
  audience: 'everyone',
};

export const autumnRaffle: Raffle = {
  type: 'autumn',
  prizes: [
    {
      index: 0,
      reward: { kind: 'goCash', amount: { amount: 500, currency: 'USD' } },
      chances: 2,
      stock: 3,
    },
    {
      index: 1,
      reward: { kind: 'freeMinutes', minutes: 60, validDays: 7 },
      chances: 3,
      stock: null,
    },
  ],
  outOf: 10,
  seedHash: '4773d12e2371bb935b9a0f5439b4a1c3ad3f2414b86980f8418d1cfabdfadfef',
  seed: null,
  entries: 4,
  mine: null,
};

/** The seed of `autumnRaffle`. The raffle contains the hash of the seed. */
export const autumnSeed = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';
