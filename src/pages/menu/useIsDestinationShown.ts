import { useIsLottery } from '../../features/promotions/raffle/useIsLottery.ts';
import type { Destination } from './destinations.tsx';

/** Returns a function that checks whether the menu shows a destination now. */
export function useIsDestinationShown(): (destination: Destination) => boolean {
  const isLottery = useIsLottery();
  return (destination) => isLottery || destination.isLottery === undefined;
}
