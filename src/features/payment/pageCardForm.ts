import type { CardForm } from '../../../contract/payment.ts';
import { readPageData } from '../../lib/page/startData.ts';

function isCardForm(value: unknown): value is CardForm {
  if (typeof value !== 'object' || value === null || !('provider' in value)) return false;
  if (!('sheets' in value) || !Array.isArray(value.sheets)) return false;
  if (value.provider === 'sandbox') return 'url' in value && 'origin' in value;
  return value.provider === 'stripe' && 'publishableKey' in value;
}

/** Returns the settings of the provider's card form from the page; undefined if the page contains none. */
export function readPageCardForm(): CardForm | undefined {
  const form = readPageData()?.cardForm;
  return isCardForm(form) ? form : undefined;
}
