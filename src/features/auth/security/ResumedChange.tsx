import './securityTexts.ts';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useResume } from '../../../api/proof.ts';
import { formatE164 } from '../../../lib/format/phone.ts';
import type { WaitingChange } from '../../../lib/storage/waitingChange.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { EmailText } from '../../../ui/display/EmailText.tsx';
import { UnbrokenText } from '../../../ui/display/UnbrokenText.tsx';
import type { SocialProblem } from '../social/useSocialAccount.ts';
import { ProofSheet } from './ProofSheet.tsx';
import styles from './security.module.css';
import { useGetProofQuery } from './securityApi.ts';
import { useProofProblemText } from './useProofProblemText.ts';

export interface ResumedChangeProps {
  /** The change that waits for the proof; null if the change is not stored or is too old. */
  change: WaitingChange | null;
  /** Why the proof failed; null if it did not fail. */
  problem: SocialProblem | null;
  onDone: () => void;
}

/**
 * Resumes a change after the rider left the app for a proof with a social account and came back. If
 * the proof succeeded, the rider confirms the change or enters a code again. If the proof failed,
 * the rider chooses how to prove ownership of the account. If the change is not stored any more,
 * shows only why the proof failed, or nothing if it did not fail.
 */
export function ResumedChange({ change, problem, onDone }: ResumedChangeProps) {
  const [isProven, setProven] = useState(false);
  const { data: proof, error } = useGetProofQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  if (change === null) return problem && <LostChange problem={problem} onClose={onDone} />;
  if (isProven || (proof && proof.provenUntil !== null))
    return <ProvenChange change={change} onDone={onDone} />;
  // Do not ask for a proof until the server has answered whether the session has a proof.
  if (!proof && !error && !problem) return null;
  return (
    <ProofSheet
      change={change}
      problem={problem}
      onDone={(isGiven) => (isGiven ? setProven(true) : onDone())}
    />
  );
}

function LostChange({ problem, onClose }: { problem: SocialProblem; onClose: () => void }) {
  const { t } = useTranslation(['security', 'messages']);
  const textOf = useProofProblemText();
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      title={t(($) => $.proof.resume.lostTitle)}
      actions={<Button onClick={onClose}>{t(($) => $.messages.ok)}</Button>}
    >
      <div className={styles['words']}>
        <p>{textOf(problem)}</p>
        <p>{t(($) => $.proof.resume.lost)}</p>
      </div>
    </Dialog>
  );
}

interface ProvenChangeProps {
  change: WaitingChange;
  onDone: () => void;
}

function ProvenChange({ change, onDone }: ProvenChangeProps) {
  switch (change.kind) {
    case 'unlink':
    case 'refund':
    case 'deleteAccount':
      return <AskedByPage change={change} onDone={onDone} />;
    case 'code':
      return <CodeAgain onClose={onDone} />;
    case 'email':
    case 'phone':
    case 'link':
      return <ConfirmChange change={change} onDone={onDone} />;
  }
}

/** The page has its own dialog for this change. The dialog opens as soon as the page has registered its function. */
function AskedByPage({ change, onDone }: ProvenChangeProps) {
  const resume = useResume(change.kind);
  useEffect(() => {
    if (resume === null) return;
    resume(change);
    onDone();
  }, [resume, change, onDone]);
  return null;
}

/** Asks the rider to enter the code for the new phone number or email address again. The app does not store codes. */
function CodeAgain({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['security', 'messages']);
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      title={t(($) => $.proof.resume.codeTitle)}
      actions={<Button onClick={onClose}>{t(($) => $.messages.ok)}</Button>}
    >
      {t(($) => $.proof.resume.code)}
    </Dialog>
  );
}

function ConfirmChange({ change, onDone }: ProvenChangeProps) {
  const { t } = useTranslation('security');
  const text = useChangeText();
  const resume = useResume(change.kind);
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onDone}
      title={t(($) => $.proof.resume.title)}
      actions={
        <>
          <Button
            busy={resume === null}
            onClick={() => {
              // Resume the change first: the change may open a popup, and browsers allow popups
              // only during a press.
              resume?.(change);
              onDone();
            }}
          >
            {t(($) => $.proof.resume.change)}
          </Button>
          <Button variant="quiet" onClick={onDone}>
            {t(($) => $.proof.cancel)}
          </Button>
        </>
      }
    >
      <div className={styles['words']}>
        <p>{t(($) => $.proof.resume.confirmed)}</p>
        <p>{text(change)}</p>
      </div>
    </Dialog>
  );
}

function useChangeText(): (change: WaitingChange) => ReactNode {
  const { t } = useTranslation(['security', 'social']);
  return (change) => {
    switch (change.kind) {
      case 'email': {
        const { email } = change;
        if (email === null) return t(($) => $.proof.resume.emailRemoved);
        return <EmailText text={t(($) => $.proof.resume.email, { email })} address={email} />;
      }
      case 'phone': {
        const phone = formatE164(change.phone);
        return <UnbrokenText text={t(($) => $.proof.resume.phone, { phone })} number={phone} />;
      }
      case 'link':
        return t(($) => $.proof.resume.link, {
          provider: t(($) => $.social.providers[change.provider]),
        });
      default:
        return null;
    }
  };
}
