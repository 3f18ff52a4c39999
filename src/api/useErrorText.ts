import { useTranslation } from 'react-i18next';
import { apiErrorCode } from './apiError.ts';

/**
 * The sentence for whatever a query or mutation rejected with, in the active language. Home's first
 * texts have few of them: it asks for the others only where something failed, and says the most
 * important thing until they are there.
 */
export function useErrorText(): (error: unknown) => string {
  const { t, ready } = useTranslation(['errors', 'messages']);
  return (error) => {
    const code = apiErrorCode(error);
    if (ready) return t(($) => $[code]);
    return code === 'network' ? t(($) => $.messages.network) : t(($) => $.messages.serverError);
  };
}
