import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';

export interface SheetWaitProps {
  problem?: string | undefined;
  onRetry?: (() => void) | undefined;
}

/** The sheet while its content loads, or waits for the network. */
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
