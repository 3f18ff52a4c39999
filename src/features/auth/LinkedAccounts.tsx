import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SocialProvider } from '../../../contract/signIn/socialProvider.ts';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { useConnection } from '../../api/connection.ts';
import { useResumableChange, withProof } from '../../api/proof.ts';
import { useErrorText } from '../../api/useErrorText.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { useToast } from '../../ui/feedback/messages.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { useGetMeQuery } from './authApi.ts';
import { ProviderLogo } from './social/ProviderLogo.tsx';
import { useRedirectProblem } from './social/loginProblem.ts';
import styles from './social/social.module.css';
import { useGetIdentitiesQuery, useUnlinkSocialMutation } from './social/socialApi.ts';
import { useSocialAccount } from './social/useSocialAccount.ts';
import { useSocialText } from './social/useSocialText.ts';

/**
 * The social accounts with which the rider can log in to this account. The rider can link and
 * unlink them, but cannot unlink the only remaining way to log in. Shows nothing if the operator
 * has configured no provider and no account is linked.
 */
export function LinkedAccounts({ here }: { here: string }) {
  const { t } = useTranslation(['social', 'errors', 'settings']);
  const id = useId();
  const offline = useConnection() === 'offline';
  const { data: config, isError: isConfigUnread } = useGetConfigQuery();
  const { data: linked, error: unread, refetch } = useGetIdentitiesQuery();
  const { data: me } = useGetMeQuery();
  const problem = useRedirectProblem('link');
  const { progress, begin } = useSocialAccount({ purpose: 'link', next: here, problem });
  const problemText = useSocialText('link');
  const errorText = useErrorText();
  const showToast = useToast();
  const [unlink, { isLoading: unlinking }] = useUnlinkSocialMutation();
  const [asking, ask] = useState<SocialProvider | null>(null);
  const [refusal, note] = useState<string | null>(null);

  const nameOf = (provider: SocialProvider) => t(($) => $.providers[provider]);
  const link = async (provider: SocialProvider) => {
    note(null);
    const { end } = await withProof({ kind: 'link', provider }, async () => {
      const end = await begin(provider);
      return { end, ...(end === 'proofNeeded' && { error: { status: 403, code: end } }) };
    });
    if (end === 'finished') showToast(t(($) => $.linked, { provider: nameOf(provider) }));
  };
  useResumableChange('link', ({ provider }) => void link(provider));
  useResumableChange('unlink', ({ provider }) => ask(provider));

  const offered = config?.signInProviders ?? [];
  const identities = linked?.identities ?? [];
  const identityOf = (provider: SocialProvider) =>
    identities.find((identity) => identity.provider === provider);
  // A linked account can be unlinked even if the operator no longer offers its provider.
  const providers = [
    ...offered,
    ...identities.map(({ provider }) => provider).filter((one) => !offered.includes(one)),
  ];
  const isConfigComing = !config && !isConfigUnread;
  // If the operator offers no provider, there is usually nothing to show. Do not show a skeleton
  // then, because the skeleton would only appear and disappear again.
  const areLinkedComing = offered.length > 0 && !linked && !unread;
  if (isConfigComing || areLinkedComing) return <Skeleton lines={4} />;
  if (providers.length === 0) return null;
  if (!linked) return <ErrorState message={errorText(unread)} onRetry={() => void refetch()} />;

  const waits = { disabled: offline, describedBy: offline ? `${id}-offline` : undefined };
  const isLastWayIn = me?.phone === null && identities.length === 1;
  // The sheet of `ProofHost` asks for the proof, so this component does not show `proofNeeded` as an error.
  const isRefused = progress.status === 'refused' && progress.code !== 'proofNeeded';
  const alert = refusal ?? (isRefused ? problemText(progress) : null);

  const confirm = async (provider: SocialProvider) => {
    const { error } = await withProof({ kind: 'unlink', provider }, () => unlink(provider));
    ask(null);
    note(error ? errorText(error) : null);
    if (!error) showToast(t(($) => $.unlinked, { provider: nameOf(provider) }));
  };

  return (
    <section className={styles['section']} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{t(($) => $.heading)}</h2>
      <ul className={styles['list']}>
        {providers.map((provider) => {
          const identity = identityOf(provider);
          const busy = progress.status === 'busy' && progress.provider === provider;
          return (
            <li key={provider} className={styles['row']}>
              <ProviderLogo provider={provider} />
              <span className={styles['words']}>
                <span className={styles['name']}>{nameOf(provider)}</span>
                <span className={styles['label']}>
                  {identity ? (identity.label ?? t(($) => $.isLinked)) : t(($) => $.isNotLinked)}
                </span>
              </span>
              <span className={styles['act']}>
                {identity ? (
                  <Button
                    variant="text"
                    disabled={isLastWayIn || offline}
                    describedBy={isLastWayIn ? `${id}-last` : waits.describedBy}
                    onClick={() => ask(provider)}
                  >
                    {t(($) => $.unlink, { provider: nameOf(provider) })}
                  </Button>
                ) : (
                  <Button variant="text" busy={busy} {...waits} onClick={() => void link(provider)}>
                    {t(($) => $.link, { provider: nameOf(provider) })}
                  </Button>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {isLastWayIn ? (
        <p id={`${id}-last`} className={styles['label']}>
          {t(($) => $.errors.lastSignIn)}
        </p>
      ) : null}
      {offline ? (
        <p id={`${id}-offline`} className={styles['reason']}>
          {t(($) => $.settings.needsConnection)}
        </p>
      ) : null}
      {alert === null ? null : (
        <p role="alert" className={styles['problem']}>
          {alert}
        </p>
      )}
      <Dialog
        open={asking !== null}
        onClose={() => ask(null)}
        role="alertdialog"
        title={t(($) => $.unlinkTitle, { provider: asking === null ? '' : nameOf(asking) })}
        actions={
          asking === null ? null : (
            <>
              <Button variant="action" busy={unlinking} onClick={() => void confirm(asking)}>
                {t(($) => $.unlink, { provider: nameOf(asking) })}
              </Button>
              <Button variant="quiet" onClick={() => ask(null)}>
                {t(($) => $.keep)}
              </Button>
            </>
          )
        }
      >
        {t(($) => $.unlinkBody, { provider: asking === null ? '' : nameOf(asking) })}
      </Dialog>
    </section>
  );
}
