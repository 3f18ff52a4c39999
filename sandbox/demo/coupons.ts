import { ProblemError } from '../../server/http/problem.ts';
import { operatorInput, type Operator } from '../../server/outside/operator.ts';

const demoCoupons = [
  { code: 'WELCOME1', kind: 'amountOff', amount: 100, firstRental: true },
  { code: 'HOUR1', kind: 'freeMinutes', minutes: 60 },
  { code: 'GIFT5', kind: 'goCash', amount: 500 },
].map((coupon) => operatorInput.coupon.parse(coupon));

/** Creates the demo's coupons if they do not exist yet. */
export async function enterCoupons(operator: Pick<Operator, 'createCoupons'>): Promise<void> {
  for (const coupon of demoCoupons) {
    await operator.createCoupons(coupon).catch((error: unknown) => {
      if (!(error instanceof ProblemError && error.code === 'invalidInput')) throw error;
    });
  }
}
