import { useTranslation } from 'react-i18next';
import type { PostalProblem } from '../../../../contract/rules/places/postalCode.ts';

/**
 * Returns the message for each error of a postal code. If `zip` is true, the messages call the code
 * "ZIP code".
 */
export function usePostalTexts(zip: boolean): Record<PostalProblem, string> {
  const { t } = useTranslation('payment');
  return zip
    ? { missing: t(($) => $.card.zipMissing), wrong: t(($) => $.card.zipWrong) }
    : { missing: t(($) => $.card.postalCodeMissing), wrong: t(($) => $.card.postalCodeWrong) };
}
