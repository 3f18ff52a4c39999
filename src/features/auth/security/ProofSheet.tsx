import './securityTexts.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { SocialProvider } from '../../../../contract/socialProvider.ts';
import type { ProofCodeRequest } from '../../../../contract/stepUp.ts';
import { useConnection } from '../../../api/connection.ts';
import { useErrorText } from '../../../api/useErrorText.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { useCodeErrorText } from '../phone/useCodeErrorText.ts';
import { ProviderLogo } from '../social/ProviderLogo.tsx';
import socialStyles from '../social/social.module.css';
import { useSocialAccount } from '../social/useSocialAccount.ts';
import { ProofCode } from './ProofCode.tsx';
import styles from './security.module.css';
import { useGetProofQuery, useRequestProofCodeMutation } from './securityApi.ts';

export interface ProofSheetProps {
  onDone: (isProven: boolean) => void;
}

interface SentCode {
  by: ProofCodeRequest['by'];
  requestId: string;
  resendAt: string;
}

/** The rider proves to be the owner: by a code to a contact of the account, or by a linked account. */
export function ProofSheet({ onDone }: ProofSheetProps) {
  const { t } = useTranslation(['security', 'social', 'errors']);
  const id = useId();
  const { pathname, search } = useLocation();
  const errorText = useErrorText();
  const codeErrorText = useCodeErrorText();
  const offline = useConnection() === 'offline';
  const { data: proof, error: unread } = useGetProofQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const [requestCode, { isLoading: isSending }] = useRequestProofCodeMutation();
  const [sent, setSent] = useState<SentCode | null>(null);
  const [refusal, refuse] = useState<string | null>(null);
  const { progress, begin } = useSocialAccount({ purpose: 'stepUp', next: pathname + search });

  const send = async (by: SentCode['by']): Promise<unknown> => {
    refuse(null);
    const { data, error } = await requestCode({ by });
    if (data) setSent({ by, ...data });
    return error;
  };
  const choose = async (by: SentCode['by']) => {
    const error = await send(by);
    if (error !== undefined) refuse(codeErrorText(error));
  };
  const proveWith = async (provider: SocialProvider) => {
    refuse(null);
    if ((await begin(provider)) === 'finished') onDone(true);
  };
  const nameOf = (provider: SocialProvider) => t(($) => $.social.providers[provider]);

  const { phone = null, email = null, identities = [] } = proof?.factors ?? {};
  const socialProblem =
    progress.status !== 'refused'
      ? null
      : progress.code === 'signInFailed'
        ? t(($) => $.proof.wrongAccount, { provider: nameOf(progress.provider) })
        : t(($) => $.errors[progress.code]);
  const alert = refusal ?? socialProblem ?? (unread && !proof ? errorText(unread) : null);
  const blocked = { disabled: offline, describedBy: offline ? `${id}-offline` : undefined };
  const contact = (sent?.by === 'phone' ? phone : email) ?? '';
  const hasNone =
    proof !== undefined && phone === null && email === null && identities.length === 0;

  return (
    <Dialog
      open
      role="alertdialog"
      onClose={() => onDone(false)}
      title={t(($) => $.proof.title)}
      actions={
        <>
          {sent === null ? (
            <>
              {phone === null ? null : (
                <Button {...blocked} busy={isSending} onClick={() => void choose('phone')}>
                  {t(($) => $.proof.byPhone, { phone })}
                </Button>
              )}
              {email === null ? null : (
                <Button
                  {...blocked}
                  variant={phone === null ? 'action' : 'quiet'}
                  busy={isSending}
                  onClick={() => void choose('email')}
                >
                  {t(($) => $.proof.byEmail, { email })}
                </Button>
              )}
              {identities.map((provider) => (
                <Button
                  key={provider}
                  {...blocked}
                  variant="quiet"
                  icon={<ProviderLogo provider={provider} />}
                  busy={progress.status === 'busy' && progress.provider === provider}
                  onClick={() => void proveWith(provider)}
                >
                  {t(($) => $.social.continueWith, { provider: nameOf(provider) })}
                </Button>
              ))}
            </>
          ) : (
            <>
              <ProofCode
                key={sent.requestId}
                {...sent}
                blockedBy={offline ? `${id}-offline` : null}
                isResending={isSending}
                onResend={() => send(sent.by)}
                onProven={() => onDone(true)}
              />
              <Button variant="text" onClick={() => setSent(null)}>
                {t(($) => $.proof.another)}
              </Button>
            </>
          )}
          <Button variant="quiet" onClick={() => onDone(false)}>
            {t(($) => $.proof.cancel)}
          </Button>
        </>
      }
    >
      <div className={styles['words']}>
        <p>{sent === null ? t(($) => $.proof.lead) : t(($) => $.proof.sentTo, { contact })}</p>
        {!proof && !unread ? <Skeleton lines={2} /> : null}
        {hasNone ? <p>{t(($) => $.proof.none)}</p> : null}
        {offline ? (
          <p id={`${id}-offline`} className={socialStyles['reason']}>
            {t(($) => $.proof.offline)}
          </p>
        ) : null}
        {alert === null ? null : (
          <p role="alert" className={socialStyles['problem']}>
            {alert}
          </p>
        )}
      </div>
    </Dialog>
  );
}
