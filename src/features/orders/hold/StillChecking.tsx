import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadingMs } from '../../../../contract/rules/app/waits.ts';
import { useNowUntil } from '../../../lib/format/useNowUntil.ts';
import { useAnnounce } from '../../../ui/feedback/messages.ts';

/** Milliseconds after which the explanation is shown. */
const quietForMs = loadingMs;

/** Shown during a payment. Renders nothing at first; after some time, explains that nothing is charged twice. */
export function StillChecking() {
  const { t } = useTranslation('orders');
  const [since] = useState(() => Date.now());
  const late = useNowUntil(since + quietForMs, 1000) >= since + quietForMs;
  const announce = useAnnounce();
  const text = t(($) => $.returned.stillChecking);

  useEffect(() => {
    if (late) announce(text);
  }, [late, announce, text]);

  return late ? <p>{text}</p> : null;
}
