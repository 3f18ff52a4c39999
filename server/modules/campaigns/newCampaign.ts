import { z } from 'zod';
import { CampaignTexts, CampaignType, type CampaignReward } from '../../../contract/campaigns.ts';
import { languages } from '../../../contract/config.ts';
import { maxOutOf } from '../../../contract/raffle.ts';
import { StationId } from '../../../contract/stations.ts';
import { isTimeZone } from '../../time/timeZones.ts';
import { readLocalTime } from './localTime.ts';

/** An amount in minor units of the service's currency. */
const amount = z.int().min(1).max(1_000_000);
const validDays = z.int().min(1).max(3650).optional();

/** The reward of a claim or a prize, as an operator enters it. */
const NewReward = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('amountOff'),
    amount,
    /** The coupon does not apply to a rental that costs less than this without the coupon. */
    minimum: z.int().min(1).max(1_000_000).optional(),
    validDays,
  }),
  z.strictObject({
    kind: z.literal('freeMinutes'),
    minutes: z.int().min(1).max(100_000),
    validDays,
  }),
  z.strictObject({ kind: z.literal('goCash'), amount }),
]);

/**
 * The texts must not contain control characters, because the app shows them unchanged, in one line or one paragraph.
 * They must not contain lone surrogates, because PostgreSQL cannot store these.
 */
// oxlint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
const notPlain = /[\u0000-\u001F\u007F\u2028\u2029]|\p{Surrogate}/u;

const name = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .refine((text) => !notPlain.test(text), 'expected plain text of one line');
const City = z.union(
  [
    z.strictObject({
      name,
      lat: z.number().min(-90).max(90),
      lng: z.number().min(-180).max(180),
      radiusMetres: z.number().min(100).max(200_000),
    }),
    z.strictObject({
      name,
      stations: z.array(StationId).min(1).max(1000),
    }),
  ],
  { error: 'expected a name with lat, lng and radiusMetres, or with stations' },
);

const Texts = z
  .strictObject({ en: CampaignTexts, es: CampaignTexts, 'zh-CN': CampaignTexts })
  .superRefine((texts, context) => {
    for (const language of languages) {
      const { title, summary, terms } = texts[language];
      for (const [index, text] of [title, summary, ...terms].entries()) {
        if (text.trim() !== '' && !notPlain.test(text)) continue;
        const path = ['title', 'summary'][index] ?? `terms.${index - 2}`;
        const message = 'expected plain text of one paragraph';
        context.addIssue({ code: 'custom', path: [language, path], message });
      }
    }
  });

/** The types that no campaign may have, because the path `/{type}/launcher` would conflict with another path. */
const reserved = new Set(['api', 'assets', 'gbfs', 'icons', 'sandbox', 'screenshots']);

const terms = {
  type: CampaignType.refine(
    (type) => !reserved.has(type),
    'the app uses this path for something else',
  ),
  texts: Texts,
  audience: z.enum(['everyone', 'newRiders', 'cities']).default('everyone'),
  cities: z.array(City).max(50).default([]),
  /** A time in `timeZone`, unless the text has an offset. */
  starts: z.string(),
  ends: z.string(),
  timeZone: z.string().refine(isTimeZone, 'expected a name such as America/Chicago'),
  /** A campaign for new riders is only for riders who registered at this time or later. */
  registeredSince: z.string().optional(),
};

const NewOffer = z.strictObject({
  kind: z.literal('offer'),
  ...terms,
  reward: NewReward,
  perPerson: z.int().min(1).max(1000).default(1),
  budget: z
    .strictObject({
      claims: z.int().min(1).max(1_000_000_000).optional(),
      /** The amount for all claims together. */
      amount: z.int().min(1).max(100_000_000_000).optional(),
    })
    .optional(),
  /** An offer without a budget must have this flag. An offer with a budget must not have it. */
  unlimited: z.literal(true).optional(),
});

const NewRaffle = z.strictObject({
  kind: z.literal('raffle'),
  ...terms,
  outOf: z.int().min(1).max(maxOutOf),
  prizes: z
    .array(
      z.strictObject({
        reward: NewReward,
        chances: z.int().min(1),
        /**
         * The number of prizes. Null means unlimited. The field is required, so that nobody offers unlimited prizes by
         * mistake.
         */
        stock: z.int().min(1).nullable(),
      }),
    )
    .min(1)
    .max(50),
});

type CampaignInput = z.infer<typeof NewOffer> | z.infer<typeof NewRaffle>;

/** The input of an operator for a new campaign. Amounts are in minor units of the service's currency. */
export const NewCampaign = z
  .discriminatedUnion('kind', [NewOffer, NewRaffle])
  .transform((input, context) => {
    const refuse = (path: string, message: string) => {
      context.addIssue({ code: 'custom', path: [path], message });
    };
    const { timeZone } = input;
    const time = (path: 'starts' | 'ends' | 'registeredSince'): Date => {
      const text = input[path];
      const at = text === undefined ? new Date(0) : readLocalTime(text, timeZone);
      if (typeof at !== 'string') return at;
      refuse(path, at);
      return new Date(NaN);
    };
    const [startsAt, endsAt] = [time('starts'), time('ends')];
    const registeredSince = input.registeredSince === undefined ? null : time('registeredSince');
    if (startsAt >= endsAt) refuse('ends', 'expected a time after the start');
    for (const [path, message] of inputProblems(input)) refuse(path, message);
    return { ...input, startsAt, endsAt, registeredSince };
  });
export type NewCampaign = z.infer<typeof NewCampaign>;

/** The conflicts between the fields of the input. */
function inputProblems(input: CampaignInput): [path: string, message: string][] {
  const found: [string, string][] = [];
  const isOf = (audience: CampaignInput['audience']) => input.audience === audience;
  if (isOf('cities') !== input.cities.length > 0) {
    found.push(['cities', 'the audience cities needs them, and no other audience has them']);
  }
  if (input.registeredSince !== undefined && !isOf('newRiders')) {
    found.push(['registeredSince', 'only the audience newRiders has it']);
  }
  if (input.kind === 'raffle') {
    const chances = input.prizes.reduce((sum, prize) => sum + prize.chances, 0);
    if (chances > input.outOf) found.push(['prizes', `${chances} chances are more than outOf`]);
    return found;
  }
  const { budget: { claims, amount: most } = {}, unlimited, reward } = input;
  const isBounded = claims !== undefined || most !== undefined;
  if (isBounded === (unlimited === true)) {
    found.push(['budget', 'expected a number of claims, an amount, or unlimited']);
  }
  if (most !== undefined && reward.kind === 'freeMinutes') {
    found.push(['budget', 'free minutes have no amount: expected a number of claims']);
  } else if (most !== undefined && reward.kind !== 'freeMinutes' && reward.amount > most) {
    found.push(['budget', 'the budget does not pay for one claim']);
  }
  return found;
}

/**
 * The maximum amount that a campaign can give to all riders together; Infinity without a limit. Free minutes count as
 * zero.
 */
export function mostGivenBy(campaign: NewCampaign): number {
  const amountOf = (reward: z.infer<typeof NewReward>) =>
    reward.kind === 'freeMinutes' ? 0 : reward.amount;
  const times = (amount: number, most: number | null | undefined) =>
    amount === 0 ? 0 : amount * (most ?? Infinity);
  if (campaign.kind === 'raffle') {
    return campaign.prizes.reduce(
      (sum, { reward, stock }) => sum + times(amountOf(reward), stock),
      0,
    );
  }
  const { reward, budget } = campaign;
  return Math.min(times(amountOf(reward), budget?.claims), budget?.amount ?? Infinity);
}

/** The reward as it is stored and shown. */
export function rewardOf(input: z.infer<typeof NewReward>, currency: string): CampaignReward {
  const money = (value: number) => ({ amount: value, currency });
  switch (input.kind) {
    case 'amountOff':
      return {
        kind: input.kind,
        amount: money(input.amount),
        minimumTotal: input.minimum === undefined ? null : money(input.minimum),
        validDays: input.validDays ?? null,
      };
    case 'freeMinutes':
      return { kind: input.kind, minutes: input.minutes, validDays: input.validDays ?? null };
    case 'goCash':
      return { kind: input.kind, amount: money(input.amount) };
  }
}
