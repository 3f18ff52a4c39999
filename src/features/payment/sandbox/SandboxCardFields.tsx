import { useImperativeHandle, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardForm } from '../../../../contract/payment.ts';
import type { CardFieldsProps } from '../providerTypes.ts';
import { IssuerFrame } from './IssuerFrame.tsx';
import type { IssuerFrameHandle } from './IssuerFrame.tsx';

type SandboxForm = Extract<CardForm, { provider: 'sandbox' }>;

/** The sandbox issuer's form for a card. */
export function SandboxCardFields({
  form,
  onMessage,
  onSilent,
  ref,
}: CardFieldsProps<SandboxForm>) {
  const { t } = useTranslation('payment');
  const frame = useRef<IssuerFrameHandle>(null);
  useImperativeHandle(ref, () => ({
    // Request a token even if the billing address is invalid. In the sandbox, an unused token does no harm.
    submit: () => frame.current?.post({ type: 'submit' }),
    focus: () => frame.current?.focus(),
  }));

  return (
    <IssuerFrame
      ref={frame}
      url={form.url}
      origin={form.origin}
      title={t(($) => $.card.frame)}
      onSilent={onSilent}
      onMessage={(message) => {
        switch (message.type) {
          case 'ready':
          case 'height':
          case 'cancelled':
            return;
          case 'token':
            return onMessage({ type: 'token', token: message.token });
          case 'changed':
          case 'invalid':
          case 'failed':
            return onMessage(message);
        }
      }}
    />
  );
}
