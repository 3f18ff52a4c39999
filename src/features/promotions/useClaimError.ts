import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/apiError.ts';
import { useErrorText } from '../../api/useErrorText.ts';

/**
 * Explains why a claim or an entry failed. Returns null without an error. If the server did not answer, the
 * next press sends the same idempotency key, so the server counts both presses as one.
 */
export function useClaimError(error: unknown): string | null {
  const { t } = useTranslation('promotions');
  const errorText = useErrorText();
  if (error === undefined) return null;
  const isUnknown = isApiError(error) && (error.status === 0 || error.status >= 500);
  return isUnknown ? t(($) => $.outcomeUnknown) : errorText(error);
}
