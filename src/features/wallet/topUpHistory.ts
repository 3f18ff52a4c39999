import { useEffect, useEffectEvent } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useStepBack } from '../../lib/navigation/goBack.ts';

/**
 * The index in the history at which the last top-up ended. If the rider goes back from there, the
 * steps of the top-up are skipped. Therefore a finished payment is not shown again.
 */
let endedAt = 0;

function historyIndex(): number {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : 0;
}

/**
 * Call this on the last page of a top-up. Stores its index in the history once the top-up has
 * ended.
 */
export function useTopUpEnd(ended: boolean): void {
  useEffect(() => {
    if (ended) endedAt = historyIndex();
  }, [ended]);
}

/**
 * Call this on each step of a top-up. Whether to skip the step, because the rider goes back from
 * the last page.
 */
export function useSkipsStep(): boolean {
  const { key } = useLocation();
  const type = useNavigationType();
  const stepBack = useStepBack('/payment');
  // The first page of a visit has no key, and no page is before it.
  const passes = type === NavigationType.Pop && key !== 'default' && historyIndex() < endedAt;

  const settle = useEffectEvent((passing: boolean) => {
    if (passing) stepBack();
    else if (type === NavigationType.Push) endedAt = 0;
  });
  useEffect(() => settle(passes), [passes]);

  return passes;
}

/** The number of top-up steps before this page in the history. */
export function useTopUpDepth(): number {
  const { state }: { state: unknown } = useLocation();
  if (typeof state !== 'object' || state === null || !('topUpDepth' in state)) return 0;
  return typeof state.topUpDepth === 'number' ? state.topUpDepth : 0;
}
