import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';

export interface SheetWaitProps {
  problem?: string | undefined;
  onRetry?: (() => void) | undefined;
}

/** The sheet while nothing is known yet, or cannot be known. */
export function SheetWait({ problem, onRetry }: SheetWaitProps) {
  if (problem !== undefined) return <ErrorState message={problem} onRetry={onRetry} />;
  return (
    <div className="home-wait" aria-busy="true">
      <i />
      <i />
      <i />
    </div>
  );
}
