import './securityTexts.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import type { SocialProvider } from '../../../../contract/signIn/socialProvider.ts';
import type { ProofCodeRequest } from '../../../../contract/signIn/stepUp.ts';
import { useConnection } from '../../../api/connection.ts';
import { useErrorText } from '../../../api/useErrorText.ts';
import { storeWaitingChange } from '../../../lib/storage/waitingChange.ts';
import type { WaitingChange } from '../../../lib/storage/waitingChange.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { selectUserDetail } from '../clientUserSlice.ts';
import { CodeEntry } from '../phone/CodeEntry.tsx';
import { useCodeErrorText } from '../phone/useCodeErrorText.ts';
import { ProviderLogo } from '../social/ProviderLogo.tsx';
import socialStyles from '../social/social.module.css';
import { useSocialAccount } from '../social/useSocialAccount.ts';
import type { SocialProblem } from '../social/useSocialAccount.ts';
import styles from './security.module.css';
import {
  useGetProofQuery,
  useRequestProofCodeMutation,
  useVerifyProofCodeMutation,
} from './securityApi.ts';
import { useProofProblemText } from './useProofProblemText.ts';

export interface ProofSheetProps {
  /** The change that needs the proof. */
  change: WaitingChange;
  /** The error of a proof for which the rider left the app; null if there is no such error. */
  problem: SocialProblem | null;
  onDone: (isProven: boolean) => void;
}

/** A code that was sent to a contact of the account. */
interface SentProofCode {
  by: ProofCodeRequest['by'];
  requestId: string;
  /** The time from which another code can be requested, in ISO 8601. */
  resendAt: string;
}

/**
 * Asks the rider to prove ownership of the account: with a code that is sent to a contact of the
 * account, or with a linked account.
 */
export function ProofSheet({ change, problem, onDone }: ProofSheetProps) {
  const { t } = useTranslation(['security', 'social']);
  const id = useId();
  const { pathname, search } = useLocation();
  const rider = useSelector(selectUserDetail);
  const errorText = useErrorText();
  const codeErrorText = useCodeErrorText();
  const offline = useConnection() === 'offline';
  const { data: proof, error: unread } = useGetProofQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const [requestCode, { isLoading: isSending }] = useRequestProofCodeMutation();
  const [sent, setSent] = useState<SentProofCode | null>(null);
  const [refusal, refuse] = useState<string | null>(null);
  const words = useRef<HTMLDivElement>(null);
  const next = pathname + search;
  const { progress, begin } = useSocialAccount({
    purpose: 'stepUp',
    next,
    problem,
    onLeave: () => {
      if (rider) storeWaitingChange(rider.id, pathname, change);
    },
  });
  const problemText = useProofProblemText();

  const send = async (by: SentProofCode['by']): Promise<unknown> => {
    refuse(null);
    const { data, error } = await requestCode({ by });
    if (data) setSent({ by, ...data });
    return error;
  };
  const choose = async (by: SentProofCode['by']) => {
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
    progress.status === 'refused' && sent === null ? problemText(progress) : null;
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
              <ProofCode sent={sent} onResend={() => send(sent.by)} onProven={() => onDone(true)} />
              <Button
                variant="text"
                onClick={() => {
                  flushSync(() => setSent(null));
                  // The pressed button no longer exists, so move the focus to another button of the dialog.
                  words.current?.closest('dialog')?.querySelector('button')?.focus();
                }}
              >
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
      <div className={styles['words']} ref={words}>
        <p>{sent === null ? t(($) => $.proof.lead) : t(($) => $.proof.sentTo, { contact })}</p>
        {!proof && !unread ? <Skeleton lines={2} /> : null}
        {hasNone ? <p>{t(($) => $.proof.none)}</p> : null}
        {offline && sent === null ? (
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

interface ProofCodeProps {
  sent: SentProofCode;
  /** Resolves with the error of the call, or undefined. */
  onResend: () => Promise<unknown>;
  onProven: () => void;
}

/** The form for the code. The field takes the focus, because the button that sent the code has disappeared. */
function ProofCode({ sent, onResend, onProven }: ProofCodeProps) {
  const form = useRef<HTMLDivElement>(null);
  const [verifyCode] = useVerifyProofCodeMutation();
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const { by, requestId } = sent;

  const verify = async (code: string) => {
    const { error } = await verifyCode({ by, requestId, code });
    if (error === undefined) onProven();
    return error;
  };
  return (
    <CodeEntry name="proofCode" {...sent} verify={verify} resend={onResend}>
      {(field, action) => (
        <div className={styles['code']} ref={form}>
          {field}
          {action}
        </div>
      )}
    </CodeEntry>
  );
}
