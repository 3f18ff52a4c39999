import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { Clock } from '../../clock.ts';
import type { Db, OpenDatabase } from '../../db/database.ts';
import { FolderInUseError } from '../../db/folderGuard.ts';
import {
  CodeTakenError,
  createCoupons,
  endCoupon,
  NewCoupon,
} from '../../modules/coupons/createCoupons.ts';

export interface CouponsContext {
  /** The currency of amounts. */
  currency: string;
  open: () => Promise<OpenDatabase>;
  clock: Clock;
  stdout: Writable;
  stderr: Writable;
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

/** The command cannot be carried out; `message` has the reason. */
class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** Runs one command. @returns the exit code: 1 if it failed, 2 if the command is unknown. */
export async function runCoupons(
  args: readonly string[],
  context: CouponsContext,
): Promise<number> {
  const [name, ...rest] = args;
  try {
    const command = commandOf(name, rest);
    if (!command) {
      const isAsked = name === '--help' || name === '-h';
      (isAsked ? context.stdout : context.stderr).write(help);
      return isAsked ? 0 : 2;
    }
    const database = await context.open();
    try {
      await command(database.db, context);
    } finally {
      await database.close();
    }
    return 0;
  } catch (error) {
    if (error instanceof RefusedError || error instanceof CodeTakenError) {
      const taken = error instanceof CodeTakenError;
      context.stderr.write(taken ? `${error.message} exists already.\n` : `${error.message}\n`);
      return 1;
    }
    // A running server locks the embedded database; the message explains what to do.
    if (!(error instanceof FolderInUseError)) throw error;
    context.stderr.write(`${error.message}\n`);
    return 1;
  }
}

type Command = (db: Db, context: CouponsContext) => Promise<void>;

function commandOf(name: string | undefined, args: string[]): Command | null {
  switch (name) {
    case 'create':
      return create(readCoupon(args));
    case 'list':
      return list;
    case 'end':
      return end(args);
    default:
      return null;
  }
}

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

function create(coupon: NewCoupon): Command {
  return async (db, { currency, clock, stdout }) => {
    const codes = await createCoupons(db, coupon, currency, clock.now());
    stdout.write(`code\n${codes.join('\n')}\n`);
  };
}

const list: Command = async (db, { stdout }) => {
  const coupons = await db
    .selectFrom('coupons')
    .selectAll()
    // Coupons claimed in campaigns have no code to hand out.
    .where('campaign_id', 'is', null)
    .orderBy('created_at')
    .execute();
  stdout.write('code,kind,value,redemptions,max,starts,expires,ended\n');
  for (const one of coupons) {
    const value = one.minutes === null ? `${one.amount} ${one.currency}` : `${one.minutes} min`;
    const times = [one.starts_at, one.expires_at, one.ended_at].map(
      (at) => at?.toISOString() ?? '',
    );
    const cells = [one.code, one.kind, value, one.redemptions, one.max_redemptions ?? '', ...times];
    stdout.write(`${cells.join(',')}\n`);
  }
};

function end(args: string[]): Command {
  const [code, ...more] = args;
  if (code === undefined || more.length > 0) throw new RefusedError('end takes one code.');
  return async (db, { clock, stdout }) => {
    const ended = await endCoupon(db, code, clock.now());
    if (!ended) throw new RefusedError(`There is no coupon ${code}.`);
    stdout.write(`${ended} has ended.\n`);
  };
}

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new RefusedError(error.message);
  }
}
