import { useTranslation } from 'react-i18next';
import { Tip } from '../../features/onboarding/Tip.tsx';
import { usePendingStep } from '../../lib/storage/onboarding.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';

/** Explains where to return the charger. */
export function ChargingTip() {
  const { t } = useTranslation('tips');
  return <Tip step="charging">{t(($) => $.charging)}</Tip>;
}

/**
 * Explains the running time and the cost, and where past rentals are. It appears after `ChargingTip`, but not while the
 * displayed cost may be out of date.
 */
export function TrackTip({ isCostOld }: { isCostOld: boolean }) {
  const { t } = useTranslation(['tips', 'titles']);
  const isEarly = usePendingStep('charging');
  return (
    <Tip
      step="track"
      isWanted={!isEarly && !isCostOld}
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
