import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardForm, SheetKind } from '../../../../contract/payment.ts';
import type { StripeExpressCheckoutElementOptions } from '@stripe/stripe-js';
import { Button } from '../../../ui/button/Button.tsx';
import { useShownTheme } from '../../../lib/device/theme.ts';

import type { SheetButtonProps } from '../providerTypes.ts';
import { useMethodTexts } from '../useMethodTexts.ts';
import { confirmSetup } from './confirmSetup.ts';
import { merchantToken } from './merchantToken.ts';
import styles from './stripe.module.css';
import { useElements } from './useElements.ts';
import { useLatest } from './useLatest.ts';
import { useSetups } from './useSetups.ts';

type StripeForm = Extract<CardForm, { provider: 'stripe' }>;

/** `absent`: this device does not have the wallet. `silent`: Stripe's script or button did not load. */
type State = 'loading' | 'ready' | 'absent' | 'silent';

/**
 * The button of Apple Pay, Google Pay or PayPal. Each provider draws its own button. While the provider's button is not
 * ready or cannot be used, our own button replaces it. In the states `absent` and `silent`, a text explains why.
 */
export function StripeSheetButton(props: SheetButtonProps<StripeForm>) {
  const [round, again] = useState(0);
  return <Sheet key={`${props.kind}:${round}`} {...props} onAgain={() => again(round + 1)} />;
}

function Sheet({
  form,
  kind,
  children,
  variant,
  busy,
  disabled,
  describedBy,
  onAnswer,
  onAgain,
}: SheetButtonProps<StripeForm> & { onAgain: () => void }) {
  const { t } = useTranslation(['payment', 'common']);
  const texts = useMethodTexts();
  const beginSetup = useSetups();
  const latest = useLatest(onAnswer);
  const theme = useShownTheme();
  const reasonId = useId();
  const box = useRef<HTMLDivElement>(null);
  const [state, turn] = useState<State>('loading');

  useElements({
    publishableKey: form.publishableKey,
    type: kind === 'payPal' ? 'paypal' : 'card',
    onSilent: () => turn('silent'),
    mount({ stripe, elements }) {
      const express = elements.create('expressCheckout', {
        ...optionsOf(kind, theme),
        ...(kind === 'applePay' && {
          applePay: merchantToken(
            {
              description: t(($) => $.sheet.rentals),
              later: t(($) => $.sheet.later),
              agreement: t(($) => $.sheet.agreement),
            },
            location.origin,
            new Date(),
          ),
        }),
      });
      express.on('ready', ({ availablePaymentMethods }) =>
        turn(availablePaymentMethods ? 'ready' : 'absent'),
      );
      express.on('loaderror', () => turn('silent'));
      express.on('cancel', () => latest.current({ type: 'cancelled' }));
      express.on('confirm', ({ paymentFailed }) => {
        void (async () => {
          const { error } = await elements.submit();
          const begin = () => beginSetup(kind);
          const answer = error
            ? ({ type: 'invalid' } as const)
            : await confirmSetup({ stripe, elements, begin });
          if (answer.type === 'token') return latest.current(answer);
          paymentFailed({ reason: 'fail' });
          latest.current(
            answer.type === 'failed' ? answer : { type: 'failed', code: 'unavailable' },
          );
        })();
      });
      if (box.current) express.mount(box.current);
      return () => express.destroy();
    },
  });

  const name = texts.kind(kind);
  const isOurs = state !== 'ready' || busy || disabled;
  return (
    <>
      {isOurs ? (
        <>
          {state === 'absent' || state === 'silent' ? (
            <p id={reasonId} className={styles['reason']}>
              {state === 'absent'
                ? t(($) => $.sheet.absent, { kind: name })
                : t(($) => $.sheet.notThere, { kind: name })}
            </p>
          ) : null}
          <Button
            variant={variant}
            busy={busy || state === 'loading'}
            disabled={state !== 'silent' || disabled}
            describedBy={state === 'absent' ? reasonId : describedBy}
            onClick={onAgain}
          >
            {state === 'silent' ? t(($) => $.common.tryAgain) : children}
          </Button>
        </>
      ) : null}
      <div ref={box} className={isOurs ? styles['waiting'] : styles['button']} />
    </>
  );
}

function optionsOf(kind: SheetKind, theme: 'light' | 'black'): StripeExpressCheckoutElementOptions {
  const isDark = theme === 'black';
  return {
    buttonHeight: 48,
    buttonTheme: {
      applePay: isDark ? 'white' : 'black',
      googlePay: isDark ? 'white' : 'black',
      paypal: 'gold',
    },
    layout: { maxColumns: 1, maxRows: 1, overflow: 'never' },
    paymentMethods: {
      applePay: kind === 'applePay' ? 'always' : 'never',
      googlePay: kind === 'googlePay' ? 'always' : 'never',
      paypal: kind === 'payPal' ? 'auto' : 'never',
      link: 'never',
      amazonPay: 'never',
      klarna: 'never',
    },
  };
}
