import type { Settings } from '../../settings/settings.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { countPayout, lockPayouts, payerOf, SecondOperatorNeeded } from '../approvals/payLimits.ts';
import type { ProvenAct } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';

export type PromotionSettings = Pick<Settings, 'currency' | 'payLimits'>;

/**
 * Counts a new promotion against the payment limits of the operator who creates the promotion. The
 * counted amount is the highest amount that riders can get from the promotion. Above these limits,
 * the role `marketing` is not enough, because an operator who creates codes can also redeem them.
 * The promotions of finance and of administrators are not counted.
 *
 * @param promotion.most the highest amount; Infinity if the promotion has no limit.
 * @throws {OpsError} roleMissing.
 */
export async function countPromotion(
  work: UnitOfWork,
  { currency, payLimits: limits }: PromotionSettings,
  { subject, most }: { subject: string; most: number },
  act: ProvenAct,
): Promise<void> {
  const { roles } = act;
  if (most === 0 || roles.includes('administrator') || roles.includes('finance')) return;
  const payer = payerOf(act, limits);
  await lockPayouts(work, payer);
  try {
    await countPayout(work, payer, { subject, currency, amount: most });
  } catch (error) {
    if (!(error instanceof SecondOperatorNeeded)) throw error;
    const given = Number.isFinite(most) ? `up to ${most} ${currency}` : 'any amount';
    throw new OpsError(
      'roleMissing',
      `This can give ${given} to riders, more than your limit. It needs one of the roles administrator, finance.`,
    );
  }
}
