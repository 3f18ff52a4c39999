import { useEffect, useEffectEvent } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useStepBack } from '../../lib/navigation/goBack.ts';

/**
 * The index in the history at which the last top-up ended. If the rider goes back from this index, the app
 * skips the steps of the top-up, so that it does not show a finished payment again.
 */
let endedAt = 0;

function historyIndex(): number {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : 0;
}

/**
 * Stores the index of this page in the history when the top-up has ended. Call this on the last page of a
 * top-up.
 */
export function useTopUpEnd(ended: boolean): void {
  useEffect(() => {
    if (ended) endedAt = historyIndex();
  }, [ended]);
}

/**
 * Returns whether to skip this step of a top-up, because the rider goes back from the last page. Call this on
 * each step.
 */
export function useSkipsStep(): boolean {
  const { key } = useLocation();
  const type = useNavigationType();
  const stepBack = useStepBack('/payment');
  // The first page of a visit has the key `default`. Do not skip it, because the app has no page before it.
  const passes = type === NavigationType.Pop && key !== 'default' && historyIndex() < endedAt;

  const settle = useEffectEvent((passing: boolean) => {
    if (passing) stepBack();
    else if (type === NavigationType.Push) endedAt = 0;
  });
  useEffect(() => settle(passes), [passes]);

  return passes;
}

/** Returns the number of top-up steps before this page in the history. */
export function useTopUpDepth(): number {
  const { state }: { state: unknown } = useLocation();
  if (typeof state !== 'object' || state === null || !('topUpDepth' in state)) return 0;
  return typeof state.topUpDepth === 'number' ? state.topUpDepth : 0;
}
