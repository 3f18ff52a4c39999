import { useTranslation } from 'react-i18next';
import { apiErrorCode } from './apiError.ts';

/**
 * Returns the error message of a failed query or mutation in the active language. The first chunk of strings contains
 * only a few error messages, and the first error loads the other messages. Until they have loaded, the result is a
 * general message.
 */
export function useErrorText(): (error: unknown) => string {
  const { t, ready } = useTranslation(['errors', 'common']);
  return (error) => {
    const code = apiErrorCode(error);
    if (ready) return t(($) => $[code]);
    return code === 'network' ? t(($) => $.common.network) : t(($) => $.common.serverError);
  };
}
