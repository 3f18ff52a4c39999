import { useEffect, useEffectEvent } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useStepBack } from '../../lib/navigation/goBack.ts';

/**
 * Where in the history the last top-up ended. Going back from there skips the steps of the top-up,
 * so that a finished payment is not shown again.
 */
let endedAt = 0;

function historyIndex(): number {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : 0;
}

/** For the last page of a top-up. */
export function useTopUpEnd(ended: boolean): void {
  useEffect(() => {
    if (ended) endedAt = historyIndex();
  }, [ended]);
}

/**
 * For each step of a top-up: whether to skip it, because the rider goes back from the last page.
 */
export function useSkipsStep(): boolean {
  const { key } = useLocation();
  const type = useNavigationType();
  const stepBack = useStepBack('/payment');
  // The first page of a visit has no key, and there is nothing before it.
  const passes = type === NavigationType.Pop && key !== 'default' && historyIndex() < endedAt;

  const settle = useEffectEvent((passing: boolean) => {
    if (passing) stepBack();
    else if (type === NavigationType.Push) endedAt = 0;
  });
  useEffect(() => settle(passes), [passes]);

  return passes;
}

/** How many steps of the top-up are before this page in the history. */
export function useTopUpDepth(): number {
  const { state }: { state: unknown } = useLocation();
  if (typeof state !== 'object' || state === null || !('topUpDepth' in state)) return 0;
  return typeof state.topUpDepth === 'number' ? state.topUpDepth : 0;
}
