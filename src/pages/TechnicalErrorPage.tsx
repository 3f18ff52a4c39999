import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../ui/Button.tsx';
import { ProblemPage } from './problem/ProblemPage.tsx';
import { StockedNearby } from './problem/StockedNearby.tsx';

export function TechnicalErrorPage() {
  const { t } = useTranslation('rental');
  return (
    <ProblemPage
      kind="technicalError"
      actions={() => (
        <>
          <ButtonLink to="/home/scan" variant="action" replace>
            {t(($) => $.problem.useAnother)}
          </ButtonLink>
          <ButtonLink to="/home" variant="quiet" replace>
            {t(($) => $.problem.tryLater)}
          </ButtonLink>
        </>
      )}
    >
      {(stationId) => <StockedNearby stationId={stationId} />}
    </ProblemPage>
  );
}
