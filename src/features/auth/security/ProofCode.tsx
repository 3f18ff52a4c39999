import { useEffect, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProofCodeRequest } from '../../../../contract/stepUp.ts';
import { apiErrorCode } from '../../../api/apiError.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { TextField } from '../../../ui/field/TextField.tsx';
import { codeFromInput, completeCode, isFilledAtOnce } from '../phone/readCode.ts';
import { ResendCode } from '../phone/ResendCode.tsx';
import { TextedCode } from '../phone/TextedCode.tsx';
import { useCodeErrorText } from '../phone/useCodeErrorText.ts';
import styles from './security.module.css';
import { useVerifyProofCodeMutation } from './securityApi.ts';

export interface ProofCodeProps {
  by: ProofCodeRequest['by'];
  requestId: string;
  /** The time from which another code can be requested, in ISO 8601. */
  resendAt: string;
  /** The id of the text that explains why nothing can be sent; null if it can. */
  blockedBy: string | null;
  isResending: boolean;
  /** Resolves with the error of the call, or undefined. */
  onResend: () => Promise<unknown>;
  onProven: () => void;
}

/** The field for the code of a proof. */
export function ProofCode({
  by,
  requestId,
  resendAt,
  blockedBy,
  isResending,
  onResend,
  onProven,
}: ProofCodeProps) {
  const { t } = useTranslation(['auth', 'errors']);
  const errorText = useCodeErrorText();
  const field = useRef<HTMLInputElement>(null);
  const [text, type] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [verifyCode, { isLoading }] = useVerifyProofCodeMutation();
  useEffect(() => field.current?.focus(), []);

  const refuse = (why: string) => {
    setProblem(why);
    field.current?.focus();
    field.current?.select();
  };
  const verify = async (code: string) => {
    if (isLoading || isResending || blockedBy !== null) return;
    const { error } = await verifyCode({ by, requestId, code });
    if (error === undefined) return onProven();
    const why = apiErrorCode(error);
    if (why === 'codeExpired') return refuse(t(($) => $.code.expired));
    if (why !== 'codeExhausted') return refuse(errorText(error));
    refuse(by === 'phone' ? t(($) => $.code.exhausted) : t(($) => $.code.emailExhausted));
  };
  const take = (typed: string) => {
    const after = codeFromInput(typed);
    type(after);
    setProblem(null);
    const code = completeCode(after);
    if (code !== null && isFilledAtOnce(text, after)) void verify(code);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = completeCode(text);
    if (code !== null) void verify(code);
    else refuse(by === 'phone' ? t(($) => $.code.incomplete) : t(($) => $.code.emailIncomplete));
  };
  const resend = async () => {
    const error = await onResend();
    if (error !== undefined) refuse(errorText(error));
  };

  return (
    <form className={styles['code']} noValidate onSubmit={submit}>
      {by === 'phone' ? <TextedCode onCode={take} /> : null}
      <TextField
        ref={field}
        label={t(($) => $.code.label)}
        name="proofCode"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="done"
        value={text}
        onChange={take}
        hint={by === 'phone' ? t(($) => $.code.hint) : t(($) => $.code.emailHint)}
        speaksError
        error={problem}
      />
      <Button
        type="submit"
        busy={isLoading}
        disabled={blockedBy !== null}
        describedBy={blockedBy ?? undefined}
      >
        {isLoading ? t(($) => $.code.verifying) : t(($) => $.code.verify)}
      </Button>
      <ResendCode
        resendAt={resendAt}
        busy={isResending}
        blockedBy={blockedBy}
        onResend={() => void resend()}
      />
    </form>
  );
}
