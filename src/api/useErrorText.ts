import { useTranslation } from 'react-i18next';
import { apiErrorCode } from './apiError.ts';

/**
 * Returns the error message of a failed query or mutation in the active language. Of the error messages, the first
 * chunk of strings contains only two general ones. The others are in the namespace `errors`, which this hook loads if
 * it is not loaded yet. Until then, the result is one of the two general messages.
 */
export function useErrorText(): (error: unknown) => string {
  const { t, ready } = useTranslation(['errors', 'common']);
  return (error) => {
    const code = apiErrorCode(error);
    if (ready) return t(($) => $[code]);
    return code === 'network' ? t(($) => $.common.network) : t(($) => $.common.serverError);
  };
}
