import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Dependencies } from '../dependencies.ts';
import { createCampaign } from '../modules/raffles/createCampaign.ts';
import { NewCampaign } from '../modules/campaigns/newCampaign.ts';

type CampaignInput<Kind> = Partial<Extract<z.input<typeof NewCampaign>, { kind: Kind }>>;
type Needed = Pick<Dependencies, 'db' | 'settings' | 'clock'>;

const words = { title: 'A gift', summary: 'It is for you.', terms: ['Once per person.'] };
const dayMs = 24 * 3600 * 1000;

export const campaignTexts = { en: words, es: words, 'zh-CN': words };

/** The default campaign: it is for everyone, began yesterday, ends in 30 days, and has the time zone of Chicago. */
function campaignBase({ clock }: Pick<Needed, 'clock'>) {
  const day = (days: number) => new Date(clock.now().getTime() + days * dayMs).toISOString();
  return {
    type: `t-${randomUUID()}`.slice(0, 40),
    texts: campaignTexts,
    starts: day(-1),
    ends: day(30),
    timeZone: 'America/Chicago',
  };
}

/** Adds an offer, and returns its type. The default is a dollar off for up to a thousand claims. */
export async function addOffer(deps: Needed, input: CampaignInput<'offer'> = {}): Promise<string> {
  return add(deps, {
    ...campaignBase(deps),
    kind: 'offer',
    reward: { kind: 'amountOff', amount: 100 },
    ...(input.unlimited ? {} : { budget: { claims: 1000 } }),
    ...input,
  });
}

/** Adds a raffle. By default, every draw wins half a dollar of GoCash. */
export async function addRaffle(
  deps: Needed,
  input: CampaignInput<'raffle'> = {},
): Promise<string> {
  return add(deps, {
    ...campaignBase(deps),
    kind: 'raffle',
    outOf: 1,
    prizes: [{ reward: { kind: 'goCash', amount: 50 }, chances: 1, stock: null }],
    ...input,
  });
}

async function add(
  { db, settings, clock }: Needed,
  input: z.input<typeof NewCampaign>,
): Promise<string> {
  const { type } = await createCampaign(
    db,
    NewCampaign.parse(input),
    settings.currency,
    clock.now(),
  );
  return type;
}
