import { useTranslation } from 'react-i18next';
import { useToast } from '../feedback/messages.ts';

/** Returns a function that copies a text and shows a toast with the result. */
export function useCopy(): (text: string) => Promise<void> {
  const { t } = useTranslation('messages');
  const showToast = useToast();

  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      showToast(t(($) => $.copied));
    } catch (error) {
      // The browser refuses access to the clipboard, or there is no clipboard, as on a page without
      // HTTPS.
      if (!(error instanceof DOMException) && !(error instanceof TypeError)) throw error;
      showToast(
        t(($) => $.copyFailed),
        { tone: 'problem' },
      );
    }
  };
}
