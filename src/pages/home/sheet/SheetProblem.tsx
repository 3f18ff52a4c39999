import { useErrorText } from '../../../api/useErrorText.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';

export interface SheetProblemProps {
  error: unknown;
  onRetry: () => void;
}

/** The sheet where what it shows did not come. */
export function SheetProblem({ error, onRetry }: SheetProblemProps) {
  const errorText = useErrorText();
  return <ErrorState message={errorText(error)} onRetry={onRetry} />;
}
