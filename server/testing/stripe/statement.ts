import { textOf, type Form } from './form.ts';
import { invalid, type Method } from './objects.ts';

/** The prefix of the account. It has the greatest allowed length. */
const prefix = 'CHARGERCIT';

/**
 * Refuses the same texts for the card statement as Stripe (docs.stripe.com/get-started/account/statement-descriptors).
 */
export function checkStatement(form: Form, type: Method['type']): void {
  if (type === 'card' && 'statement_descriptor' in form) {
    throw invalid('parameter_unknown', 'statement_descriptor');
  }
  const suffix = textOf(form, 'statement_descriptor_suffix');
  if (suffix === undefined) return;
  const isLatin = /^[\x20-\x7e]+$/.test(suffix) && !/[<>\\'"*]/.test(suffix);
  const fits = `${prefix}* ${suffix}`.length <= 22;
  if (type !== 'card' || !isLatin || !/[A-Za-z]/.test(suffix) || !fits) {
    throw invalid('parameter_invalid_string', 'statement_descriptor_suffix');
  }
}
