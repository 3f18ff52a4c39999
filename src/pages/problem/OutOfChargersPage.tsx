import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { ProblemPage } from './ProblemPage.tsx';
import { StockedNearby } from './StockedNearby.tsx';

export function OutOfChargersPage() {
  const { t } = useTranslation(['messages', 'common']);
  return (
    <ProblemPage
      kind="outOfChargers"
      actions={() => (
        <>
          <ButtonLink to="/home/scan" variant="action" replace>
            {t(($) => $.tryAnotherStation)}
          </ButtonLink>
          <ButtonLink to="/home" variant="quiet" replace>
            {t(($) => $.common.backToHome)}
          </ButtonLink>
        </>
      )}
    >
      {(stationId) => <StockedNearby stationId={stationId} />}
    </ProblemPage>
  );
}
