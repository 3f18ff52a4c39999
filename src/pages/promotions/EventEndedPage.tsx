import { EventEnded } from '../../features/promotions/EventEnded.tsx';
import '../../features/promotions/promotionTexts.ts';
import { useTypeQuery } from './useTypeQuery.ts';

export function EventEndedPage() {
  return <EventEnded type={useTypeQuery()} />;
}
