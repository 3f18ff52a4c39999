import { useIsLottery } from '../../features/promotions/raffle/useIsLottery.ts';
import type { Destination } from './destinations.tsx';

/** Whether the menu shows this destination now. */
export function useIsDestinationShown(): (destination: Destination) => boolean {
  const isLottery = useIsLottery();
  return (destination) => isLottery || destination.isLottery === undefined;
}
