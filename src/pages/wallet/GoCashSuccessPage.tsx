import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { useMethodTexts } from '../../features/payment/useMethodTexts.ts';
import { useTopUpDepth } from '../../features/wallet/topUpHistory.ts';
import { ToppedUp } from '../../features/wallet/ToppedUp.tsx';
import { TopUpLoader } from '../../features/wallet/TopUpLoader.tsx';
import { followStep } from '../../features/wallet/topUpPaths.ts';
import { useStepBack } from '../../lib/navigation/goBack.ts';

export function GoCashSuccessPage() {
  const { t } = useTranslation('titles');
  const [query] = useSearchParams();
  const depth = useTopUpDepth();
  const stepBack = useStepBack('/payment');
  const methodTexts = useMethodTexts();
  const id = query.get('topUp');
  if (id === null) return <Navigate to="/payment" replace />;

  return (
    <SignedInOnly>
      <TopUpLoader id={id} heading={t(($) => $.goCashSuccess)}>
        {(topUp) =>
          topUp.state === 'credited' ? (
            <ToppedUp
              topUp={topUp}
              method={methodTexts.name(topUp.method)}
              // Go back to the page on which the top-up began, such as the payment page or the page of
              // a rental.
              onDone={() => stepBack(depth + 1)}
            />
          ) : (
            <Navigate to={followStep(id)} replace />
          )
        }
      </TopUpLoader>
    </SignedInOnly>
  );
}
