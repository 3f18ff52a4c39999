import { LazyPart } from '../../lib/lazyPart.ts';
import { openLanguageOffer, useLanguage } from '../../lib/language.ts';
import { useLazyPart } from '../../lib/useLazyPart.ts';
import styles from './HomeOffer.module.css';

const languageOffer = new LazyPart(
  async () => (await import('../../ui/LanguageOffer.tsx')).LanguageOffer,
);

/** Few need it: its code comes only where there is a language to offer. */
export function HomeOffer() {
  const { language } = useLanguage();
  const offer = useLazyPart(languageOffer, openLanguageOffer(language) !== null);
  if (offer.status !== 'ready') return null;
  return (
    <div className={styles['offer']}>
      <offer.Part />
    </div>
  );
}
