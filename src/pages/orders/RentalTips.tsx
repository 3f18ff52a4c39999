import { useTranslation } from 'react-i18next';
import { Tip } from '../../features/onboarding/Tip.tsx';
import { usePendingStep } from '../../lib/storage/onboarding.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';

/** Where the charger may go. */
export function ChargingTip() {
  const { t } = useTranslation('tips');
  return <Tip step="charging">{t(($) => $.charging)}</Tip>;
}

/** What the clock is, and where rentals of the past are; comes after the other one. */
export function TrackTip() {
  const { t } = useTranslation(['tips', 'titles']);
  const isEarly = usePendingStep('charging');
  return (
    <Tip
      step="track"
      isWanted={!isEarly}
      action={
        <ButtonLink to="/history" variant="text">
          {t(($) => $.titles.history)}
        </ButtonLink>
      }
    >
      {t(($) => $.track)}
    </Tip>
  );
}
