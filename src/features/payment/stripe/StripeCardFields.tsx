import { useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StripePaymentElement } from '@stripe/stripe-js';
import type { CardForm } from '../../../../contract/payment.ts';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { TextField } from '../../../ui/field/TextField.tsx';

import type { Billing, CardFieldsMessage, CardFieldsProps } from '../providerTypes.ts';
import { confirmSetup } from './confirmSetup.ts';
import styles from './stripe.module.css';
import { useElements } from './useElements.ts';
import { useLatest } from './useLatest.ts';
import { useSetups } from './useSetups.ts';

type StripeForm = Extract<CardForm, { provider: 'stripe' }>;

/** Stripe's fields for a card. Our own fields have the name and the billing address. */
export function StripeCardFields({ form, onMessage, onSilent, ref }: CardFieldsProps<StripeForm>) {
  const { t } = useTranslation('payment');
  const box = useRef<HTMLDivElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const element = useRef<StripePaymentElement | null>(null);
  const beginSetup = useSetups();
  const latest = useLatest(onMessage);
  const send = (message: CardFieldsMessage) => latest.current(message);
  const [ready, stand] = useState(false);
  const [name, type] = useState('');
  const [nameless, miss] = useState(false);
  const complete = useRef({ card: false, name: false });

  const updateComplete = (part: Partial<typeof complete.current>) => {
    Object.assign(complete.current, part);
    send({ type: 'changed', complete: complete.current.card && complete.current.name });
  };

  const mounted = useElements({
    publishableKey: form.publishableKey,
    type: 'card',
    onSilent,
    mount({ elements }) {
      const payment = elements.create('payment', {
        fields: {
          billingDetails: { name: 'never', address: { country: 'never', postalCode: 'never' } },
        },
        wallets: { applePay: 'never', googlePay: 'never' },
        terms: { card: 'never' },
      });
      element.current = payment;
      payment.on('ready', () => stand(true));
      payment.on('change', (event) => updateComplete({ card: event.complete }));
      payment.on('loaderror', onSilent);
      if (box.current) payment.mount(box.current);
      return () => payment.destroy();
    },
  });

  const submit = async (billing: Billing | null) => {
    if (!mounted.current) return send({ type: 'failed', code: 'unavailable' });
    const { stripe, elements } = mounted.current;
    const isNameless = name.trim() === '';
    miss(isNameless);
    const { error } = await elements.submit();
    if (error || isNameless) {
      if (!error) nameField.current?.focus();
      return send({
        type: 'invalid',
        fields: Number(isNameless) + Number(error !== undefined),
      });
    }
    if (billing === null) return send({ type: 'checked' });
    // After this message, the bank may ask the cardholder for confirmation, without a time limit.
    send({ type: 'asksOwner' });
    const begin = () => beginSetup('card');
    const owner = { ...billing, name: name.trim() };
    const answer = await confirmSetup({ stripe, elements, begin, owner });
    send(answer.type === 'invalid' ? { type: 'invalid', fields: 1 } : answer);
  };
  useImperativeHandle(ref, () => ({
    submit: (billing) => void submit(billing),
    focus: () => (nameless ? nameField.current?.focus() : element.current?.focus()),
  }));

  return (
    <>
      <TextField
        ref={nameField}
        label={t(($) => $.card.name)}
        name="cc-name"
        autoComplete="cc-name"
        value={name}
        onChange={(value) => {
          type(value);
          if (value.trim() !== '') miss(false);
          updateComplete({ name: value.trim() !== '' });
        }}
        error={nameless ? t(($) => $.card.nameMissing) : null}
      />
      {ready ? null : <Skeleton lines={3} />}
      <div ref={box} className={ready ? undefined : styles['waiting']} />
    </>
  );
}
