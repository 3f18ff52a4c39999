import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardForm } from '../../../contract/payment.ts';
import { useLanguage } from '../../lib/language.ts';
import { useShownTheme } from '../../lib/theme.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { frameAddress, readFrameMessage } from './frameMessages.ts';
import type { AppMessage, FrameMessage } from './frameMessages.ts';
import styles from './payment.module.css';

export interface CardFrameHandle {
  /** Asks the form to check itself and to answer with a token. */
  submit: () => void;
  focus: () => void;
}

export interface CardFrameProps {
  form: CardForm;
  onMessage: (message: FrameMessage) => void;
  /** The form did not show up in time. */
  onSilent: () => void;
  ref: Ref<CardFrameHandle>;
}

/** A form that has not come up after so long, in milliseconds, will not. */
const silentAfterMs = 8_000;

/**
 * The provider's own form, in a frame of its own origin: the card number never enters this page. Both
 * sides check who is speaking.
 */
export function CardFrame({ form, onMessage, onSilent, ref }: CardFrameProps) {
  const { t } = useTranslation('payment');
  const { language } = useLanguage();
  const theme = useShownTheme();
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, grow] = useState<number | null>(null);
  const [ready, stand] = useState(false);
  // Later changes travel as messages: a new address would throw away what was typed.
  const [address] = useState(() =>
    frameAddress(form.url, { origin: location.origin, language, theme }),
  );

  const say = (message: AppMessage) =>
    frame.current?.contentWindow?.postMessage(message, form.origin);

  useImperativeHandle(ref, () => ({
    submit: () => say({ type: 'submit' }),
    focus: () => frame.current?.focus(),
  }));

  const hear = useEffectEvent((event: MessageEvent) => {
    if (event.origin !== form.origin || event.source !== frame.current?.contentWindow) return;
    const message = readFrameMessage(event.data);
    if (message === null) return;
    if (message.type === 'ready') stand(true);
    if (message.type === 'height') grow(message.px);
    onMessage(message);
  });
  useEffect(() => {
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, []);

  useEffect(() => {
    if (ready) {
      frame.current?.contentWindow?.postMessage(
        { type: 'appearance', language, theme } satisfies AppMessage,
        form.origin,
      );
    }
  }, [ready, language, theme, form.origin]);

  const giveUp = useEffectEvent(onSilent);
  useEffect(() => {
    const timer = ready ? undefined : setTimeout(() => giveUp(), silentAfterMs);
    return () => clearTimeout(timer);
  }, [ready]);

  return (
    <>
      {ready ? null : <Skeleton lines={4} />}
      <iframe
        ref={frame}
        src={address}
        title={t(($) => $.card.frame)}
        className={`${styles['frame']} ${ready ? '' : styles['waiting']}`}
        style={height === null ? undefined : { blockSize: `${height}px` }}
        // oxlint-disable-next-line react/iframe-missing-sandbox -- the origin that it keeps is its own
        sandbox="allow-scripts allow-same-origin allow-forms"
        referrerPolicy="origin"
      />
    </>
  );
}
