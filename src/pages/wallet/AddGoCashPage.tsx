import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { AmountStep } from '../../features/wallet/AmountStep.tsx';
import { useSkipsStep, useTopUpDepth } from '../../features/wallet/topUpHistory.ts';
import { methodStep, readAmount } from '../../features/wallet/topUpPaths.ts';

export function AddGoCashPage() {
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const { state }: { state: unknown } = useLocation();
  const depth = useTopUpDepth();
  if (useSkipsStep()) return null;

  return (
    <SignedInOnly>
      <AmountStep
        amount={readAmount(query)}
        onChoose={(amount) => setQuery({ amount: String(amount) }, { replace: true, state })}
        onContinue={(amount) =>
          void navigate(methodStep(amount), { state: { topUpDepth: depth + 1 } })
        }
      />
    </SignedInOnly>
  );
}
