import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { NewCampaign } from '../../modules/campaigns/newCampaign.ts';
import { parsed, RefusedError, UsageError } from '../runCommand.ts';

const option = { type: 'string' } as const;
const common = {
  file: option,
  type: option,
  starts: option,
  ends: option,
  zone: option,
  audience: option,
  'registered-since': option,
};
const ofOffers = {
  reward: option,
  amount: option,
  minutes: option,
  minimum: option,
  'valid-days': option,
  'per-person': option,
  'budget-claims': option,
  'budget-amount': option,
  unlimited: { type: 'boolean' },
} as const;

const part = z.unknown().optional();
const OfferFile = z.strictObject({ texts: part, cities: part });
const RaffleFile = OfferFile.extend({ outOf: part, prizes: part });

/**
 * The input for the API of operators, which `NewCampaign` accepts. The times are still text, as the operator wrote
 * them, because the server parses the input again.
 */
type CampaignInput = Record<string, unknown>;

/** Reads an offer from the options and from the file that they name. */
export async function readOffer(args: string[]): Promise<CampaignInput> {
  const { values } = parsed(() => parseArgs({ args, options: { ...common, ...ofOffers } }));
  const number = (name: keyof typeof values) => numberOf(name, values[name]);
  return checked(values.file, OfferFile, {
    ...commonFields(values),
    kind: 'offer',
    perPerson: number('per-person'),
    unlimited: values.unlimited,
    reward: defined({
      kind: values.reward,
      amount: number('amount'),
      minutes: number('minutes'),
      minimum: number('minimum'),
      validDays: number('valid-days'),
    }),
    ...(values['budget-claims'] !== undefined || values['budget-amount'] !== undefined
      ? { budget: defined({ claims: number('budget-claims'), amount: number('budget-amount') }) }
      : {}),
  });
}

/** Reads a raffle from the options and from the file that they name. */
export async function readRaffle(args: string[]): Promise<CampaignInput> {
  const { values } = parsed(() => parseArgs({ args, options: common }));
  return checked(values.file, RaffleFile, { ...commonFields(values), kind: 'raffle' });
}

function commonFields(values: Partial<Record<keyof typeof common, string>>) {
  const { type, starts, ends, zone, audience } = values;
  const registeredSince = values['registered-since'];
  return { type, starts, ends, timeZone: zone, audience, registeredSince };
}

function numberOf(name: string, value: string | boolean | undefined): number | undefined {
  if (typeof value !== 'string') return undefined;
  if (!/^\d{1,15}$/.test(value)) throw new RefusedError(`--${name}: expected a whole number.`);
  return Number(value);
}

async function checked(
  file: string | undefined,
  schema: z.ZodType<Record<string, unknown>>,
  options: Record<string, unknown>,
): Promise<CampaignInput> {
  if (file === undefined) throw new UsageError('create takes --file.');
  const content = schema.safeParse(await readJson(file));
  if (!content.success) throw refusal(file, content.error);
  const input = defined({ ...content.data, ...options });
  const result = NewCampaign.safeParse(input);
  if (!result.success) throw refusal(file, result.error);
  return input;
}

function defined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new RefusedError(`${file} cannot be read: ${error.code ?? error.message}.`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new RefusedError(`${file} is not JSON: ${error.message}.`);
    }
    throw error;
  }
}

/** The option for each value that does not come from the file. */
const optionOf: Readonly<Record<string, string>> = {
  type: '--type',
  starts: '--starts',
  ends: '--ends',
  timeZone: '--zone',
  audience: '--audience',
  registeredSince: '--registered-since',
  perPerson: '--per-person',
  unlimited: '--unlimited',
  reward: '--reward',
  'reward.kind': '--reward',
  'reward.amount': '--amount',
  'reward.minutes': '--minutes',
  'reward.minimum': '--minimum',
  'reward.validDays': '--valid-days',
  budget: '--budget-claims, --budget-amount, --unlimited',
  'budget.claims': '--budget-claims',
  'budget.amount': '--budget-amount',
};

function refusal(file: string, { issues }: z.ZodError): RefusedError {
  const lines = issues.map(({ path, message }) => {
    const place = path.join('.');
    return `${optionOf[place] ?? `${file}${place && `: ${place}`}`}: ${message}`;
  });
  return new RefusedError(lines.join('\n'));
}
