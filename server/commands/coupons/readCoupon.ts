import { parseArgs } from 'node:util';
import { NewCoupon } from '../../modules/coupons/createCoupons.ts';
import { RefusedError } from '../runCommand.ts';

const numbers = ['amount', 'minutes', 'minimum', 'count', 'max'] as const;
const option = { type: 'string' } as const;

/** Reads a coupon from the options. @throws {RefusedError} that names at least one wrong option. */
export function readCoupon(args: string[]): NewCoupon {
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

/** Parses options. An invalid option is a `RefusedError`, as an invalid value is. */
function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new RefusedError(error.message);
  }
}
