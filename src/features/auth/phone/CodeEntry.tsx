import { useId, useRef, useState } from 'react';
import type { ReactNode, SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProofCodeRequest } from '../../../../contract/signIn/stepUp.ts';
import { apiErrorCode } from '../../../api/apiError.ts';
import { useConnection } from '../../../api/connection.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { useToast } from '../../../ui/feedback/messages.ts';
import { TextField } from '../../../ui/field/TextField.tsx';
import styles from '../auth.module.css';
import { isFilledAtOnce, codeFromInput, completeCode } from './readCode.ts';
import { ResendCode } from './ResendCode.tsx';
import { TextedCode } from './TextedCode.tsx';
import { useCodeErrorText } from './useCodeErrorText.ts';

/** A code that was sent, and the calls that verify the code and send another code. */
export interface SentCode {
  by: ProofCodeRequest['by'];
  requestId: string;
  /** The time from which another code can be requested, in ISO 8601. */
  resendAt: string;
  /** `verify` and `resend` resolve with the error of the call, or with undefined. */
  verify: (code: string) => Promise<unknown>;
  resend: () => Promise<unknown>;
}

export interface CodeEntryProps extends SentCode {
  /** The name of the field. A page and a dialog above the page need fields with different names. */
  name: string;
  /** Places the two parts of the form: the field, and the button that verifies the code. */
  children: (field: ReactNode, action: ReactNode) => ReactNode;
}

type Step =
  | { status: 'typing' | 'verifying' | 'resending' }
  | { status: 'refused'; error: string }
  /** The code is no longer valid. The user needs a new code. */
  | { status: 'spent'; error: string };

/**
 * A form with a single field for a code that was sent. The user can type or paste the code, or the
 * browser fills it in.
 */
export function CodeEntry({
  name,
  by,
  requestId,
  resendAt,
  verify: ask,
  resend: askAgain,
  children,
}: CodeEntryProps) {
  const { t } = useTranslation(['auth', 'messages', 'common']);
  const errorText = useCodeErrorText();
  const showToast = useToast();
  const [text, type] = useState('');
  const [step, go] = useState<Step>({ status: 'typing' });
  const field = useRef<HTMLInputElement>(null);
  const offline = useConnection() === 'offline';
  const reasonId = useId();
  const blocked = { disabled: offline, describedBy: offline ? reasonId : undefined };
  const resending = step.status === 'resending';
  const verifying = step.status === 'verifying';
  // While a code is being checked, no new code can be requested. While a new code is requested, no
  // code can be checked.
  const busy = resending || verifying;

  const refuse = (error: string, status: 'refused' | 'spent' = 'refused') => {
    go({ status, error });
    field.current?.focus();
    // The refused digits stay visible, so that the user can compare them with the message. They are selected, so that
    // the next typed digit replaces them.
    field.current?.select();
  };

  const verify = async (code: string) => {
    if (busy || offline) return;
    go({ status: 'verifying' });
    const error = await ask(code);
    if (error === undefined) return;
    const why = apiErrorCode(error);
    if (why === 'codeExhausted')
      refuse(
        by === 'phone' ? t(($) => $.code.exhausted) : t(($) => $.code.emailExhausted),
        'spent',
      );
    else if (why === 'codeExpired' || why === 'notFound')
      refuse(
        t(($) => $.code.expired),
        'spent',
      );
    else refuse(errorText(error));
  };

  const resend = async () => {
    if (busy) return;
    const spent = step.status === 'spent';
    go({ status: 'resending' });
    const error = await askAgain();
    if (error !== undefined) return refuse(errorText(error), spent ? 'spent' : 'refused');
    type('');
    go({ status: 'typing' });
    field.current?.focus();
    showToast(t(($) => $.messages.codeSent));
  };

  const handleInput = (typed: string) => {
    const after = codeFromInput(typed);
    type(after);
    if (step.status === 'refused') go({ status: 'typing' });
    const code = completeCode(after);
    if (code !== null && step.status !== 'spent' && isFilledAtOnce(text, after)) void verify(code);
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = completeCode(text);
    if (code !== null) void verify(code);
    else refuse(by === 'phone' ? t(($) => $.code.incomplete) : t(($) => $.code.emailIncomplete));
  };

  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      {by === 'phone' ? <TextedCode key={requestId} onCode={handleInput} /> : null}
      {children(
        <>
          <div className={styles['code']}>
            <TextField
              ref={field}
              label={t(($) => $.code.label)}
              name={name}
              type="text"
              inputMode="numeric"
              autoComplete="one-time-code"
              enterKeyHint="done"
              value={text}
              onChange={handleInput}
              hint={by === 'phone' ? t(($) => $.code.hint) : t(($) => $.code.emailHint)}
              speaksError
              error={step.status === 'refused' || step.status === 'spent' ? step.error : null}
            />
          </div>
          {step.status === 'spent' ? null : (
            <ResendCode
              resendAt={resendAt}
              busy={resending}
              blockedBy={offline ? reasonId : null}
              onResend={() => void resend()}
            />
          )}
        </>,
        <>
          {offline ? (
            <p className={styles['reason']} id={reasonId}>
              {t(($) => $.code.offline)}
            </p>
          ) : null}
          {step.status === 'spent' ? (
            // This button has its own key, so that React does not reuse the element of the button "Verify". Therefore a
            // double click on "Verify" does not press this button.
            <Button key="resend" variant="action" {...blocked} onClick={() => void resend()}>
              {t(($) => $.code.resend)}
            </Button>
          ) : (
            <Button type="submit" variant="action" busy={verifying} {...blocked}>
              {verifying ? t(($) => $.code.verifying) : t(($) => $.code.verify)}
            </Button>
          )}
        </>,
      )}
    </form>
  );
}
