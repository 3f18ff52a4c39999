import { useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { apiErrorCode } from '../../api/apiError.ts';
import { useLanguage } from '../../lib/language.ts';
import { formatPhone } from '../../lib/phone.ts';
import { Button } from '../../ui/Button.tsx';
import { useToast } from '../../ui/messages.ts';
import { Screen } from '../../ui/Screen.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './auth.module.css';
import { useRequestCodeMutation, useVerifyCodeMutation } from './authApi.ts';
import { signedIn } from './clientUserSlice.ts';
import { codeSent } from './loginSlice.ts';
import type { PendingCode } from './loginSlice.ts';
import { cameAtOnce, codeFromInput, completeCode } from './readCode.ts';
import { ResendCode } from './ResendCode.tsx';
import { TextedCode } from './TextedCode.tsx';
import { UnlockStrip } from './UnlockStrip.tsx';
import { useCodeErrorText } from './useCodeErrorText.ts';

export interface CodeFormProps {
  pending: PendingCode;
  next: string;
  /** Back to the number, which is kept. */
  onChangeNumber: () => void;
}

type Step =
  | { status: 'typing' | 'verifying' | 'resending' }
  | { status: 'refused'; error: string }
  /** This code opens nothing any more; only another one helps. */
  | { status: 'spent'; error: string };

/** The texted code, in one field: autofilled, pasted or typed. */
export function CodeForm({ pending, next, onChangeNumber }: CodeFormProps) {
  const { t } = useTranslation(['auth', 'messages', 'common']);
  const { language } = useLanguage();
  const dispatch = useDispatch();
  const errorText = useCodeErrorText();
  const showToast = useToast();
  const [requestCode] = useRequestCodeMutation();
  const [verifyCode] = useVerifyCodeMutation();
  const [text, type] = useState('');
  const [step, go] = useState<Step>({ status: 'typing' });
  const field = useRef<HTMLInputElement>(null);

  const refuse = (error: string, status: 'refused' | 'spent' = 'refused') => {
    go({ status, error });
    field.current?.focus();
    // The digits stay to be compared; the next ones typed take their place.
    field.current?.select();
  };

  const verify = async (code: string) => {
    if (step.status === 'verifying') return;
    go({ status: 'verifying' });
    const { data, error } = await verifyCode({ requestId: pending.requestId, code });
    if (data) {
      dispatch(signedIn(data));
      return;
    }
    const why = apiErrorCode(error);
    if (why === 'codeExhausted')
      refuse(
        t(($) => $.code.exhausted),
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
    const spent = step.status === 'spent';
    go({ status: 'resending' });
    const { data, error } = await requestCode({ phone: pending.phone, language });
    if (!data) return refuse(errorText(error), spent ? 'spent' : 'refused');
    dispatch(codeSent({ ...pending, requestId: data.requestId, resendAt: data.resendAt }));
    type('');
    go({ status: 'typing' });
    field.current?.focus();
    showToast(t(($) => $.messages.codeSent));
  };

  const take = (typed: string) => {
    const after = codeFromInput(typed);
    type(after);
    if (step.status === 'refused') go({ status: 'typing' });
    const code = completeCode(after);
    if (code !== null && step.status !== 'spent' && cameAtOnce(text, after)) void verify(code);
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = completeCode(text);
    if (code === null) refuse(t(($) => $.code.incomplete));
    else void verify(code);
  };

  const resending = step.status === 'resending';
  const verifying = step.status === 'verifying';
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <Screen
        heading={t(($) => $.code.heading, {
          // The number stays on one line.
          phone: formatPhone(pending.callingCode, pending.national).replaceAll(' ', '\u00A0'),
        })}
        lead={
          <div className={styles['resend']}>
            <Button variant="text" onClick={onChangeNumber}>
              {t(($) => $.code.change)}
            </Button>
          </div>
        }
        footer={
          step.status === 'spent' ? (
            // Not the same button as Verify, so that a second press does not reach it.
            <Button key="resend" variant="action" onClick={() => void resend()}>
              {t(($) => $.code.resend)}
            </Button>
          ) : (
            <Button type="submit" variant="action" busy={verifying}>
              {verifying ? t(($) => $.code.verifying) : t(($) => $.code.verify)}
            </Button>
          )
        }
      >
        <TextedCode key={pending.requestId} onCode={take} />
        <UnlockStrip next={next} />
        <div className={styles['fields']}>
          <div className={styles['code']}>
            <TextField
              ref={field}
              label={t(($) => $.code.label)}
              name="code"
              type="text"
              inputMode="numeric"
              autoComplete="one-time-code"
              enterKeyHint="done"
              value={text}
              onChange={take}
              hint={t(($) => $.code.hint)}
              error={step.status === 'refused' || step.status === 'spent' ? step.error : null}
            />
          </div>
          {step.status === 'spent' ? null : (
            <ResendCode
              resendAt={pending.resendAt}
              busy={resending}
              onResend={() => void resend()}
            />
          )}
        </div>
      </Screen>
    </form>
  );
}
