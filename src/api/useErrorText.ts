import { useTranslation } from 'react-i18next';
import { apiErrorCode } from './apiError.ts';

/**
 * The error message for a failed query or mutation, in the active language. The first texts of home
 * contain few error messages. The others are requested when the first error occurs. Until they are
 * loaded, a general message is shown.
 */
export function useErrorText(): (error: unknown) => string {
  const { t, ready } = useTranslation(['errors', 'messages']);
  return (error) => {
    const code = apiErrorCode(error);
    if (ready) return t(($) => $[code]);
    return code === 'network' ? t(($) => $.messages.network) : t(($) => $.messages.serverError);
  };
}
