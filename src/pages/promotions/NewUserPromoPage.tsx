import { Offers } from '../../features/promotions/Offers.tsx';
import '../../features/promotions/promotionTexts.ts';
import { useVisitor } from './useVisitor.ts';

export function NewUserPromoPage() {
  return <Offers visitor={useVisitor()} />;
}
