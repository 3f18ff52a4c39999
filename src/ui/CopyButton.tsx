import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './IconButton.tsx';
import { useToast } from './messages.ts';

export interface CopyButtonProps {
  /** Says what is copied. */
  label: string;
  text: string;
}

export function CopyButton({ label, text }: CopyButtonProps) {
  const { t } = useTranslation('messages');
  const showToast = useToast();

  const copy = async () => {
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

  return <IconButton label={label} icon={<Copy />} onClick={() => void copy()} />;
}
