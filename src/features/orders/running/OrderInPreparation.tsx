import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../../../contract/orders.ts';
import { useOngoingWork } from '../../../lib/page/ongoingWork.ts';
import { ButtonLink } from '../../../ui/button/Button.tsx';
import { Screen } from '../../../ui/screen/Screen.tsx';
import { SlotIcon } from '../../../ui/display/SlotIcon.tsx';

export interface OrderInPreparationProps {
  order: Order;
  menu: ReactNode;
  bell: ReactNode;
}

/**
 * Home while the order is in preparation: the rider left the page during the unlock, or the hold stays because the
 * cabinet does not answer.
 */
export function OrderInPreparation({ order, menu, bell }: OrderInPreparationProps) {
  const { t } = useTranslation(['orders', 'messages', 'rental']);
  const isHeld = order.heldUntil !== undefined;
  const page = isHeld ? 'technicalError' : 'preparing';
  const station = order.station.name;
  useOngoingWork('money', !isHeld);
  return (
    <Screen
      heading={isHeld ? t(($) => $.rental.problem.heldHeading) : t(($) => $.messages.preparing)}
      start={menu}
      end={bell}
      footer={
        <ButtonLink to={`/home/rent/${page}?orderId=${order.id}`} variant="action">
          {t(($) => $.home.preparing)}
        </ButtonLink>
      }
    >
      <div>
        <SlotIcon fill={0.4} size="medium" motion="wait" />
      </div>
      <p>
        {isHeld
          ? t(($) => $.rental.problem.heldWhy, { station })
          : t(($) => $.home.preparingText, { station })}
      </p>
    </Screen>
  );
}
