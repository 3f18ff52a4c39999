import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { useLanguage } from '../../lib/language/language.ts';
import { useShownTheme } from '../../lib/device/theme.ts';
import { Button, ButtonLinkOut } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { storeBankReturn } from './bankReturn.ts';
import styles from './Preparing.module.css';

export interface AuthenticationProps {
  /** The address of the provider's page where the cardholder confirms the payment. */
  url: string;
}

/** The bank's authentication in a frame or, if `bankPage` in the configuration is `page`, a link to the bank's page. */
export function Authentication({ url }: AuthenticationProps) {
  const { data: config } = useGetConfigQuery();
  if (config === undefined) return null;
  return config.bankPage === 'page' ? <BankLink url={url} /> : <BankFrame url={url} />;
}

/**
 * A link to the bank's page. The bank's page later redirects to the app. The server does not get
 * the result by this redirect, but from the provider.
 */
function BankLink({ url }: AuthenticationProps) {
  const { t } = useTranslation('rental');
  const { pathname, search } = useLocation();
  return (
    <>
      <p>{t(($) => $.preparing.confirmText)}</p>
      <ButtonLinkOut href={url} onClick={() => storeBankReturn(pathname + search)}>
        {t(($) => $.preparing.confirmOpen)}
      </ButtonLinkOut>
    </>
  );
}

/**
 * The bank's page in a frame with another origin. A message from the frame only closes the frame, because the server
 * gets the result from the provider.
 */
function BankFrame({ url }: AuthenticationProps) {
  const { t } = useTranslation(['rental', 'common']);
  const frame = useRef<HTMLIFrameElement>(null);
  const { language } = useLanguage();
  const theme = useShownTheme();
  // Keep the first address, because a new address would reload the frame during the authentication.
  const [address] = useState(() => withAppearance(url, { language, theme }));
  const [state, setState] = useState<'open' | 'putAside' | 'answered'>('open');

  useEffect(() => {
    const onMessage = ({ origin, source, data }: MessageEvent<unknown>) => {
      const ours = origin === new URL(url).origin && source === frame.current?.contentWindow;
      if (!ours || typeof data !== 'object' || data === null) return;
      if ('type' in data && data.type === 'authenticated') setState('answered');
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [url]);

  if (state === 'answered') return null;
  return (
    <>
      <p>{t(($) => $.preparing.confirmText)}</p>
      <Button variant="action" onClick={() => setState('open')}>
        {t(($) => $.preparing.confirmOpen)}
      </Button>
      <Dialog
        open={state === 'open'}
        onClose={() => setState('putAside')}
        title={t(($) => $.preparing.confirmHeading)}
        actions={
          <Button variant="quiet" onClick={() => setState('putAside')}>
            {t(($) => $.common.close)}
          </Button>
        }
      >
        <iframe
          ref={frame}
          src={address}
          title={t(($) => $.preparing.confirmFrame)}
          className={styles['frame']}
          // oxlint-disable-next-line react/iframe-missing-sandbox -- the frame has another origin than the app
          sandbox="allow-scripts allow-same-origin allow-forms"
          referrerPolicy="origin"
        />
      </Dialog>
    </>
  );
}

/**
 * Adds parameters for the appearance to the address. A provider ignores parameters that it does not support.
 */
function withAppearance(url: string, look: Record<string, string>): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(look)) address.searchParams.set(name, value);
  return address.href;
}
