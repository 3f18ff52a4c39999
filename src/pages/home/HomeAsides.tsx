import { useLocation } from 'react-router-dom';
import { useInterruptedUnlock } from '../../lib/storage/continueToPay.ts';
import { openLanguageOffer, useLanguage } from '../../lib/language/language.ts';
import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { usePendingStep } from '../../lib/storage/onboarding.ts';
import { prefersReducedData } from '../../lib/loading/prefersReducedData.ts';
import { leadsToStation } from '../../lib/navigation/leadsToStation.ts';
import { withTexts } from '../../lib/language/texts.ts';
import { useHasInteracted } from '../../lib/page/useHasInteracted.ts';
import { useLazyPart } from '../../lib/loading/useLazyPart.ts';
import { LanguageOffer } from '../../ui/screen/LanguageOffer.tsx';
import styles from './HomeAsides.module.css';
import { moveStation } from './sheet/moveStation.ts';
import { setStationMover } from './sheet/useShownStation.ts';

const resumeUnlock = new LazyPart(
  async () => (await withTexts(import('./ResumeUnlock.tsx'))).ResumeUnlock,
);
const newUserTip = new LazyPart(
  async () => (await withTexts(import('./NewUserTip.tsx'))).NewUserTip,
);
/** The strings of promotions load together with the code, so that the first load is small. */
const homePromotion = new LazyPart(
  async () => (await withTexts(import('./HomePromotion.tsx'), 'promotions')).HomePromotion,
);

// The first screen does not need the animation of the station's name, so the code of the animation loads here.
if ('startViewTransition' in document) setStationMover(moveStation);

/**
 * The offers next to the buttons of the map: another language, an interrupted unlock, a tip, or a
 * promotion. lib/page/promptTurns.ts decides whether the tip or the promotion is visible.
 */
export function HomeAsides() {
  const { language } = useLanguage();
  const { search } = useLocation();
  const interrupted = useInterruptedUnlock();
  const isNew = usePendingStep('newUser');
  // Show the tip only after the user has interacted with the page. The text of the tip is larger than a line of the
  // list and would otherwise become the largest contentful paint.
  const isLookOver = useHasInteracted();
  const offersLanguage = openLanguageOffer(language) !== null;
  const isResumable = interrupted !== null && !leadsToStation(search);
  const isQuiet = !offersLanguage && interrupted === null;
  const resume = useLazyPart(resumeUnlock, isResumable);
  const tip = useLazyPart(newUserTip, isNew && isQuiet && isLookOver);
  const promotion = useLazyPart(homePromotion, isQuiet && !isNew && !prefersReducedData(navigator));

  return (
    <div className={styles['asides']}>
      {offersLanguage ? <LanguageOffer /> : null}
      {isResumable && resume.status === 'ready' ? <resume.Part station={interrupted} /> : null}
      {tip.status === 'ready' ? (
        <tip.Part isWanted={isLookOver && isQuiet && !leadsToStation(search)} />
      ) : null}
      {isQuiet && promotion.status === 'ready' ? <promotion.Part /> : null}
    </div>
  );
}
