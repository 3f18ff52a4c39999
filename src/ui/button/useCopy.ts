import { useTranslation } from 'react-i18next';
import { useToast } from '../feedback/messages.ts';

/** Copies a text and says whether that went well. */
export function useCopy(): (text: string) => Promise<void> {
  const { t } = useTranslation('messages');
  const showToast = useToast();

  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      showToast(t(($) => $.copied));
    } catch (error) {
      // Refused, or absent where the page is not served securely.
      if (!(error instanceof DOMException) && !(error instanceof TypeError)) throw error;
      showToast(
        t(($) => $.copyFailed),
        { tone: 'problem' },
      );
    }
  };
}
