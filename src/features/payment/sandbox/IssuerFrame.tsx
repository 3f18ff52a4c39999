import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import type { Ref } from 'react';
import { useLanguage } from '../../../lib/language/language.ts';
import { useShownTheme } from '../../../lib/device/theme.ts';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { frameAddress, readFrameMessage } from './frameMessages.ts';
import type { AppMessage, FrameMessage } from './frameMessages.ts';
import styles from './sandbox.module.css';

export interface IssuerFrameHandle {
  post: (message: AppMessage) => void;
  focus: () => void;
}

export interface IssuerFrameProps {
  url: string;
  /** The origin of the issuer. Messages from other origins are ignored. */
  origin: string;
  title: string;
  onMessage: (message: FrameMessage) => void;
  /** Called if the page did not load in time. */
  onSilent: () => void;
  ref?: Ref<IssuerFrameHandle>;
}

/** The time limit to load the page, in milliseconds. */
const silentAfterMs = 8_000;

/**
 * A page of the card issuer in a frame with another origin, so that card data never enters this
 * page. The app and the page in the frame both check the origin of each message.
 */
export function IssuerFrame({ url, origin, title, onMessage, onSilent, ref }: IssuerFrameProps) {
  const { language } = useLanguage();
  const theme = useShownTheme();
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, grow] = useState<number | null>(null);
  const [ready, stand] = useState(false);
  // Later changes of language and theme are sent as messages. A new address would reload the form and delete
  // the typed text.
  const [address] = useState(() => frameAddress(url, { origin: location.origin, language, theme }));

  useImperativeHandle(ref, () => ({
    post: (message) => frame.current?.contentWindow?.postMessage(message, origin),
    focus: () => frame.current?.focus(),
  }));

  const receive = useEffectEvent((event: MessageEvent) => {
    if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
    const message = readFrameMessage(event.data);
    if (message === null) return;
    stand(true);
    if (message.type === 'height') grow(message.px);
    onMessage(message);
  });
  useEffect(() => {
    window.addEventListener('message', receive);
    return () => window.removeEventListener('message', receive);
  }, []);

  useEffect(() => {
    if (ready) {
      frame.current?.contentWindow?.postMessage(
        { type: 'appearance', language, theme } satisfies AppMessage,
        origin,
      );
    }
  }, [ready, language, theme, origin]);

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
        title={title}
        className={`${styles['frame']} ${ready ? '' : styles['waiting']}`}
        style={height === null ? undefined : { blockSize: `${height}px` }}
        // oxlint-disable-next-line react/iframe-missing-sandbox -- the frame has another origin than the app
        sandbox="allow-scripts allow-same-origin allow-forms"
        referrerPolicy="origin"
      />
    </>
  );
}
