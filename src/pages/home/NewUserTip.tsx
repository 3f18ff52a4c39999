import { useTranslation } from 'react-i18next';
import { Tip } from '../../features/onboarding/Tip.tsx';
import { ButtonLink } from '../../ui/button/Button.tsx';

/** The tip that greets a new user. */
export function NewUserTip({ isWanted }: { isWanted: boolean }) {
  const { t } = useTranslation(['tips', 'titles']);
  return (
    <Tip
      step="newUser"
      isWanted={isWanted}
      action={
        <ButtonLink to="/startGuide" variant="text">
          {t(($) => $.titles.startGuide)}
        </ButtonLink>
      }
    >
      {t(($) => $.newUser)}
    </Tip>
  );
}
