import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { closeLanguageOffer, openLanguageOffer, useLanguage } from '../../lib/language/language.ts';
import { Button } from '../button/Button.tsx';
import { IconButton } from '../button/IconButton.tsx';
import { CrossIcon } from '../icons.tsx';
import styles from './LanguageOffer.module.css';
import { showToast } from '../feedback/messages.ts';

/**
 * Offers the language that the browser prefers, if the app started in another language. The text of
 * the offer is in the preferred language. The offer does not appear again after the user has
 * accepted or dismissed it.
 */
export function LanguageOffer() {
  const { t } = useTranslation('common');
  const { language, changeLanguage } = useLanguage();
  const [offer, setOffer] = useState(() => openLanguageOffer(language));
  if (!offer) return null;

  function dismiss(): void {
    closeLanguageOffer();
    setOffer(null);
  }

  return (
    <div className={styles['offer']}>
      <span lang={offer}>
        <Button
          variant="text"
          onClick={() => {
            changeLanguage(offer).then(dismiss, () => {
              showToast(
                t(($) => $.network),
                { tone: 'problem' },
              );
            });
          }}
        >
          {t(($) => $.offerLanguage[offer])}
        </Button>
      </span>
      <IconButton label={t(($) => $.dismiss)} icon={<CrossIcon />} onClick={dismiss} />
    </div>
  );
}
