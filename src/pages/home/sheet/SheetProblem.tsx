import { useErrorText } from '../../../api/useErrorText.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';

export interface SheetProblemProps {
  error: unknown;
  onRetry: () => void;
}

/** The sheet after its content failed to load. */
export function SheetProblem({ error, onRetry }: SheetProblemProps) {
  const errorText = useErrorText();
  return <ErrorState message={errorText(error)} onRetry={onRetry} />;
}
