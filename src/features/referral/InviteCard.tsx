import { Copy, Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLazyPart } from '../../lib/loading/useLazyPart.ts';
import { Button } from '../../ui/button/Button.tsx';
import { CopyButton } from '../../ui/button/CopyButton.tsx';
import { useCopy } from '../../ui/button/useCopy.ts';
import { contactInvite } from './contactInvitePart.ts';
import { hasContacts } from './contactPicker.ts';
import styles from './referral.module.css';

export interface InviteCardProps {
  code: string;
  /** The link that opens the app with the code. */
  link: string;
  /** The text of the message without the link; null while the reward is unknown. */
  message: string | null;
}

/** The rider's own code, with buttons to share it. */
export function InviteCard({ code, link, message }: InviteCardProps) {
  const { t } = useTranslation('referral');
  const copy = useCopy();
  const contacts = useLazyPart(contactInvite, hasContacts());

  const share = async () => {
    try {
      await navigator.share({ ...(message !== null && { text: message }), url: link });
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      // If the rider closed the share sheet, do nothing. If the sheet did not open, copy the link
      // instead.
      if (error.name !== 'AbortError') await copy(link);
    }
  };

  return (
    <section className={styles['card']} aria-labelledby="invite-code">
      <h2 id="invite-code" className={styles['label']}>
        {t(($) => $.code)}
      </h2>
      <div className={styles['code']}>
        <bdi translate="no">{code}</bdi>
        <CopyButton label={t(($) => $.copyCode)} text={code} />
      </div>
      <p className={styles['link']}>
        <bdi translate="no">{link.replace(/^https?:\/\//, '')}</bdi>
      </p>
      {canShare() ? (
        <Button icon={<Share2 aria-hidden="true" />} onClick={() => void share()}>
          {t(($) => $.share)}
        </Button>
      ) : null}
      <Button
        variant={canShare() ? 'quiet' : 'action'}
        icon={<Copy aria-hidden="true" />}
        onClick={() => void copy(link)}
      >
        {t(($) => $.copyLink)}
      </Button>
      {contacts.status === 'ready' ? (
        <contacts.Part text={message === null ? link : `${message} ${link}`} />
      ) : null}
    </section>
  );
}

/**
 * Whether the browser has a share sheet. Many desktop browsers have none, although the DOM types contain it.
 */
function canShare(): boolean {
  return 'share' in navigator;
}
