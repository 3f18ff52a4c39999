import { parseArgs } from 'node:util';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import {
  CodeTakenError,
  createCoupons,
  endCoupon,
  NewCoupon,
} from '../../modules/coupons/createCoupons.ts';
import type { Settings } from '../../settings/settings.ts';
import { onDatabase, plain, RefusedError } from '../runCommand.ts';
import type { Command, Program, Terminal } from '../runCommand.ts';

export interface CouponsContext extends Terminal {
  settings: Pick<Settings, 'currency'>;
  clock: Clock;
}

const help = `Creates, lists and ends coupons.

  npm run coupons -- create --kind amountOff --amount 200 [options]
  npm run coupons -- create --kind freeMinutes --minutes 30 [options]
  npm run coupons -- create --kind goCash --amount 500 [options]
      Prints the codes as CSV. Amounts are in minor units: 200 is $2.00.
      --count N         number of codes, each with 75 random bits
      --code CODE       this code instead; letter case, spaces and dashes are ignored
      --max N           number of riders per code (default: 1 for a random code, unlimited for --code)
      --minimum N       valid only for a rental that costs at least N
      --first-rental    valid only for a rider's first rental
      --starts TIME, --expires TIME
                        such as 2026-12-24 (its first moment, UTC) or 2026-12-24T18:00:00-06:00

  npm run coupons -- list
  npm run coupons -- end CODE
      It cannot be redeemed any more. Riders who have redeemed it keep it.

The command uses the server's database: DATABASE_URL, or the embedded one in DATA_DIR. A running server
locks the embedded one: stop the server first.
`;

export const coupons: Program<CouponsContext> = {
  help,
  commands: { create: (args) => create(readCoupon(args)), list: plain('list', list), end },
};

const numbers = ['amount', 'minutes', 'minimum', 'count', 'max'] as const;
const option = { type: 'string' } as const;

function readCoupon(args: string[]): NewCoupon {
  const { values } = parsed(() =>
    parseArgs({
      args,
      options: {
        kind: option,
        code: option,
        starts: option,
        expires: option,
        amount: option,
        minutes: option,
        minimum: option,
        count: option,
        max: option,
        'first-rental': { type: 'boolean' },
      },
    }),
  );
  const { 'first-rental': firstRental, ...given } = values;
  const coupon: Record<string, unknown> = { ...given, ...(firstRental && { firstRental }) };
  for (const name of numbers) {
    const value = given[name];
    if (value === undefined) continue;
    if (!/^\d+$/.test(value)) throw new RefusedError(`--${name}: expected a whole number.`);
    coupon[name] = Number(value);
  }
  const result = NewCoupon.safeParse(coupon);
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`);
  throw new RefusedError(lines.join('\n'));
}

function create(coupon: NewCoupon): Command<CouponsContext> {
  return onDatabase(async (db, { settings, clock }) => {
    try {
      const codes = await createCoupons(db, coupon, settings.currency, clock.now());
      return `code\n${codes.join('\n')}\n`;
    } catch (error) {
      if (!(error instanceof CodeTakenError)) throw error;
      throw new RefusedError(`${error.message} exists already.`);
    }
  });
}

async function list(db: Db): Promise<string> {
  const rows = await db
    .selectFrom('coupons')
    .selectAll()
    // The list leaves out coupons of campaigns, because operators do not hand out their codes.
    .where('campaign_id', 'is', null)
    .orderBy('created_at')
    .execute();
  const lines = rows.map((one) => {
    const value = one.minutes === null ? `${one.amount} ${one.currency}` : `${one.minutes} min`;
    const times = [one.starts_at, one.expires_at, one.ended_at].map(
      (at) => at?.toISOString() ?? '',
    );
    const cells = [one.code, one.kind, value, one.redemptions, one.max_redemptions ?? '', ...times];
    return `${cells.join(',')}\n`;
  });
  return ['code,kind,value,redemptions,max,starts,expires,ended\n', ...lines].join('');
}

function end(args: string[]): Command<CouponsContext> {
  const [code, ...more] = args;
  if (code === undefined || more.length > 0) throw new RefusedError('end takes one code.');
  return onDatabase(async (db, { clock }) => {
    const ended = await endCoupon(db, code, clock.now());
    if (!ended) throw new RefusedError(`There is no coupon ${code}.`);
    return `${ended} has ended.\n`;
  });
}

/** Parses options. Reports an invalid option in the same way as an invalid value. */
function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new RefusedError(error.message);
  }
}
