import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { storageKeys } from '../lib/constants.ts';
import { languageToOffer, savedLanguage, useLanguage } from '../lib/language.ts';
import { local } from '../lib/storage.ts';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { CrossIcon } from './icons.tsx';
import styles from './LanguageOffer.module.css';
import { showToast } from './messages.ts';

const dismissed = 'dismissed';

/**
 * One line, in the reader's own language, where the start-up rule chose another one than the browser
 * prefers. Gone for good once used or dismissed.
 */
export function LanguageOffer() {
  const { t } = useTranslation(['common', 'errors']);
  const { language, changeLanguage } = useLanguage();
  const [open, setOpen] = useState(() => local.get(storageKeys.languageOffer) !== dismissed);
  const offer = open ? languageToOffer(language, savedLanguage(), navigator) : null;
  if (!offer) return null;

  function dismiss(): void {
    local.set(storageKeys.languageOffer, dismissed);
    setOpen(false);
  }

  return (
    <div className={styles['offer']}>
      <span lang={offer}>
        <Button
          variant="text"
          onClick={() => {
            changeLanguage(offer).then(dismiss, () => {
              showToast(
                t(($) => $.errors.network),
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
