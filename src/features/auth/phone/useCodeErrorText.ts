import { useTranslation } from 'react-i18next';
import { apiErrorCode, isApiError } from '../../../api/apiError.ts';
import { useErrorText } from '../../../api/useErrorText.ts';
import { useLanguage } from '../../../lib/language/language.ts';
import { formatDuration } from '../../../../contract/rules/format/duration.ts';

/**
 * Returns a function that gives the error message if a code could not be requested, or if the check
 * of a code failed. The message contains the time to wait if the server sent one.
 */
export function useCodeErrorText(): (error: unknown) => string {
  const { t } = useTranslation(['auth', 'errors']);
  const { language } = useLanguage();
  const errorText = useErrorText();

  return (error) => {
    // Without a network, the browser throws a TypeError when it cannot load a JavaScript file.
    if (error instanceof TypeError) return t(($) => $.errors.network);
    const text = errorText(error);
    if (apiErrorCode(error) !== 'tooManyRequests' || !isApiError(error)) return text;
    if (error.retryAfter === undefined) return text;
    const duration = formatDuration(error.retryAfter * 1000, language);
    return t(($) => $.code.waitFirst, { duration });
  };
}
