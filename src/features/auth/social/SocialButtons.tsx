import { useEffect, useEffectEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { SocialProvider } from '../../../../contract/signIn/socialProvider.ts';
import { useGetConfigQuery } from '../../../api/configApi.ts';
import { useConnection } from '../../../api/connection.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { google } from './googleFacility.ts';
import { ProviderLogo } from './ProviderLogo.tsx';
import styles from './social.module.css';
import type { SocialAccount } from './useSocialAccount.ts';

/** A button with a logo for each provider that the operator has configured. */
export function SocialButtons({ account }: { account: SocialAccount }) {
  const { t } = useTranslation(['social', 'auth']);
  const offline = useConnection() === 'offline';
  const reasonId = useId();
  const { data: config } = useGetConfigQuery();
  const providers = config?.signInProviders ?? [];
  const { progress, begin, refuse } = account;
  const signIn = useEffectEvent(async () => (await begin('google')) === 'finished');
  const hasGoogle = providers.includes('google');
  useEffect(() => {
    if (hasGoogle) google.initialise(() => signIn());
  }, [hasGoogle]);

  const press = (provider: SocialProvider) => {
    if (provider !== 'google') void begin(provider);
    else if (google.initialised) void google.signIn();
    else refuse({ provider, code: 'providerUnavailable' });
  };

  const buttons = providers.map((provider) => {
    const busy = progress.status === 'busy' && progress.provider === provider;
    return (
      <Button
        key={provider}
        variant="quiet"
        icon={<ProviderLogo provider={provider} />}
        busy={busy}
        disabled={offline}
        describedBy={offline ? reasonId : undefined}
        onClick={() => press(provider)}
      >
        {busy
          ? t(($) => $.waiting, { provider: t(($) => $.providers[provider]) })
          : t(($) => $.continueWith, { provider: t(($) => $.providers[provider]) })}
      </Button>
    );
  });
  if (!offline || providers.length === 0) return buttons;
  return (
    <>
      <p className={styles['reason']} id={reasonId}>
        {t(($) => $.auth.offline)}
      </p>
      {buttons}
    </>
  );
}
