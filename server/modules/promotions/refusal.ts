import type { z } from 'zod';
import { OpsError } from '../operators/opsError.ts';

/** The refusal of a coupon, a campaign or news, with each wrong field. */
export function refusalOf({ issues }: z.ZodError): OpsError {
  const lines = issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return new OpsError('promotionInvalid', lines.join('\n'));
}
