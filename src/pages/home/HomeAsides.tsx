import { openLanguageOffer, useLanguage } from '../../lib/language.ts';
import { LazyPart } from '../../lib/lazyPart.ts';
import { savesData } from '../../lib/savesData.ts';
import { withTexts } from '../../lib/texts.ts';
import { useLazyPart } from '../../lib/useLazyPart.ts';
import { LanguageOffer } from '../../ui/LanguageOffer.tsx';
import styles from './HomeAsides.module.css';

/** Its words come with it; who pays for each byte does without. */
const homePromotion = new LazyPart(
  async () => (await withTexts(import('./HomePromotion.tsx'))).HomePromotion,
);

/** What home says unasked, beside the map's own buttons; lib/surface.ts knows whose turn it is. */
export function HomeAsides() {
  const { language } = useLanguage();
  const isOffered = openLanguageOffer(language) !== null;
  const promotion = useLazyPart(homePromotion, !isOffered && !savesData(navigator));
  return (
    <div className={styles['asides']}>
      {isOffered ? <LanguageOffer /> : null}
      {!isOffered && promotion.status === 'ready' ? <promotion.Part /> : null}
    </div>
  );
}
