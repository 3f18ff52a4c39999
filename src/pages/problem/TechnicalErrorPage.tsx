import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { ProblemPage } from './ProblemPage.tsx';
import { StockedNearby } from './StockedNearby.tsx';

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
