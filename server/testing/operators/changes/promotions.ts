import { randomUUID } from 'node:crypto';
import { HostInterestTaken, type HostInterest } from '../../../../contract/hosts.ts';
import {
  CampaignChanged,
  CouponsCreated,
  NewsPublished,
} from '../../../../contract/operators/promotions.ts';
import { paths } from '../../../../contract/paths.ts';
import { freshPhone } from '../../app.ts';
import { campaignTexts } from '../../campaigns.ts';
import type { OperatorWorld } from '../operatorWorld.ts';
import type { Change } from './change.ts';

/** A valid call for each act about coupons, campaigns, news and hosts. */
export const promotionChanges: Record<string, Change> = {
  'POST /api/ops/coupons': {
    action: 'coupon.create',
    call: async () => ({ body: couponBody() }),
    subjectOf: () => /^[\da-f-]{36}$/,
  },
  'POST /api/ops/coupons/{code}/end': {
    action: 'coupon.end',
    call: async (world) => {
      const code = await addCoupon(world);
      return { params: { code }, subject: code.replaceAll('-', '') };
    },
  },
  'POST /api/ops/campaigns': {
    action: 'campaign.create',
    call: async (world) => ({ body: campaignBody(world) }),
    subjectOf: (answer) => CampaignChanged.parse(answer).campaign.type,
  },
  'POST /api/ops/campaigns/{type}/end': {
    action: 'campaign.end',
    call: async (world) => ({ params: { type: await addCampaign(world) } }),
  },
  'POST /api/ops/news': {
    action: 'news.publish',
    call: async (world) => ({ body: newsBody(world) }),
    subjectOf: (answer) => NewsPublished.parse(answer).news.id,
  },
  'POST /api/ops/hosts/{reference}/done': {
    action: 'host.answer',
    call: async (world) => ({ params: { reference: await addHost(world) } }),
  },
  'POST /api/ops/hosts/{reference}/erase': {
    action: 'host.erase',
    call: async (world) => ({ params: { reference: await addHost(world) } }),
  },
};

function couponBody(): object {
  return { coupon: { kind: 'amountOff', amount: 100 } };
}

async function addCoupon(world: OperatorWorld): Promise<string> {
  const [code = ''] = CouponsCreated.parse(await world.act('coupons', couponBody())).codes;
  return code;
}

function campaignBody(world: OperatorWorld): object {
  const campaign = {
    type: world.fresh('campaign'),
    texts: campaignTexts,
    starts: '2090-06-01',
    ends: '2090-07-01',
    timeZone: 'America/Chicago',
    kind: 'offer',
    reward: { kind: 'amountOff', amount: 100 },
    budget: { claims: 10 },
  };
  return { campaign };
}

async function addCampaign(world: OperatorWorld): Promise<string> {
  return CampaignChanged.parse(await world.act('campaigns', campaignBody(world))).campaign.type;
}

function newsBody(world: OperatorWorld): object {
  const words = (text: string) => ({ en: text, es: text, 'zh-CN': text });
  return { news: { title: words(world.fresh('news')), body: words('The station is open.') } };
}

/** Adds the request of a business that would like to have a station, and returns the reference. */
async function addHost(world: OperatorWorld): Promise<string> {
  const body: HostInterest = {
    business: 'Corner Café',
    venue: 'cafe',
    place: null,
    address: '1 Test Street',
    contactName: 'Ana Ruiz',
    phone: freshPhone(),
    email: null,
    message: '',
    language: 'en',
    consent: true,
  };
  const asked = { method: 'POST', key: randomUUID(), body };
  return HostInterestTaken.parse((await world.app.call(paths.hosts, asked)).body).reference;
}
