import { openLanguageOffer, useLanguage } from '../../lib/language.ts';
import { LanguageOffer } from '../../ui/LanguageOffer.tsx';
import styles from './HomeAsides.module.css';

/** What home says unasked, beside the map's own buttons; lib/surface.ts knows whose turn it is. */
export function HomeAsides() {
  const { language } = useLanguage();
  return (
    <div className={styles['asides']}>
      {openLanguageOffer(language) === null ? null : <LanguageOffer />}
    </div>
  );
}
