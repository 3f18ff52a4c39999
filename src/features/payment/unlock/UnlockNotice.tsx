import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../../../contract/errors.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { ButtonLink } from '../../../ui/button/Button.tsx';

export interface UnlockNoticeProps {
  code: ErrorCode | 'network';
  /** The button that pays the unpaid order. This order blocks the rental. */
  payNow: ReactNode;
}

/**
 * Explains why the charger was not unlocked and what the rider can do. If the server did not answer, it is
 * safe to try again.
 */
export function UnlockNotice({ code, payNow }: UnlockNoticeProps) {
  const { t } = useTranslation(['payment', 'errors', 'messages', 'common']);
  if (code === 'ongoingOrder') {
    return (
      <Banner
        tone="due"
        action={
          <ButtonLink to="/home" variant="text">
            {t(($) => $.common.seeMyCharger)}
          </ButtonLink>
        }
      >
        {t(($) => $.messages.ongoingOrder)}
      </Banner>
    );
  }
  if (code === 'unpaidOrder') {
    return (
      <Banner
        tone="due"
        action={
          payNow ?? (
            <ButtonLink to="/home" variant="text">
              {t(($) => $.messages.payNow)}
            </ButtonLink>
          )
        }
      >
        {t(($) => $.errors.unpaidOrder)}
      </Banner>
    );
  }
  return (
    <Banner tone={code === 'stationPaused' ? 'info' : 'danger'}>
      {code === 'network' ? t(($) => $.unlock.outcomeUnknown) : t(($) => $.errors[code])}
    </Banner>
  );
}
