import { useTranslation } from 'react-i18next';
import { apiErrorCode } from './apiError.ts';

/** The sentence for whatever a query or mutation rejected with, in the active language. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation('errors');
  return (error) => {
    const code = apiErrorCode(error);
    return t(($) => $[code]);
  };
}
