import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Coupon } from '../../../../contract/coupons.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { RadioCards } from '../../../ui/field/RadioCards.tsx';
import { useCouponTexts } from '../useCouponTexts.ts';

export interface CouponChoiceProps {
  /** The coupons that are valid for the rental. */
  coupons: readonly Coupon[];
  selected: Coupon | null;
  onChoose: (id: string | null) => void;
  onClose: () => void;
}

const noCoupon = 'none';

/** A choice of one coupon or no coupon. */
export function CouponChoice({ coupons, selected, onChoose, onClose }: CouponChoiceProps) {
  const { t } = useTranslation('payment');
  const texts = useCouponTexts();
  const [picked, pick] = useState<string>(selected?.id ?? noCoupon);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(($) => $.coupon.choose)}
      actions={
        <>
          <Button
            onClick={() => {
              onChoose(picked === noCoupon ? null : picked);
              onClose();
            }}
          >
            {t(($) => $.coupon.use)}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t(($) => $.coupon.cancel)}
          </Button>
        </>
      }
    >
      <RadioCards
        legend={t(($) => $.coupon.choose)}
        legendHidden
        name="coupon"
        value={picked}
        onChange={pick}
        options={[
          ...coupons.map((coupon) => ({
            value: coupon.id,
            label: texts.value(coupon),
            detail: texts.conditions(coupon),
          })),
          { value: noCoupon, label: t(($) => $.coupon.none) },
        ]}
      />
    </Dialog>
  );
}
