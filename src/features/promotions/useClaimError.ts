import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/apiError.ts';
import { useErrorText } from '../../api/useErrorText.ts';

/**
 * Why a claim or an entry failed, as text; null without an error. If there was no answer, the next
 * press uses the same key and counts only once.
 */
export function useClaimError(error: unknown): string | null {
  const { t } = useTranslation('promotions');
  const errorText = useErrorText();
  if (error === undefined) return null;
  const isUnknown = isApiError(error) && (error.status === 0 || error.status >= 500);
  return isUnknown ? t(($) => $.outcomeUnknown) : errorText(error);
}
