import { ChevronDown } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ReactNode, Ref, SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/language/language.ts';
import { Button } from '../../../ui/button/Button.tsx';
import fieldStyles from '../../../ui/field/Field.module.css';
import { Link } from '../../../ui/link/Link.tsx';
import { useToast } from '../../../ui/feedback/messages.ts';
import { Screen } from '../../../ui/screen/Screen.tsx';
import { TextField } from '../../../ui/field/TextField.tsx';
import styles from '../auth.module.css';
import { hasCallingCode, isPasted, checkPhone } from './checkPhone.ts';
import type { CheckedPhone, EnteredPhone } from './checkPhone.ts';
import { countryLabel } from './countryLabel.ts';
import { useCodeErrorText } from './useCodeErrorText.ts';

export type ValidPhone = Extract<CheckedPhone, { status: 'valid' }>;

export interface PhoneEntryProps {
  ref?: Ref<HTMLFormElement> | undefined;
  heading: string;
  /** Explains why the app needs the number. */
  why: ReactNode;
  entered: EnteredPhone;
  onTyped: (typed: string) => void;
  /** Called if the user entered the number with its calling code. Must select the country of that code. */
  onForeign: (phone: ValidPhone) => void;
  /** The address of the page on which the user chooses a country. */
  countryPath: string;
  /** Sends a code. Resolves with the error of the call, or undefined. */
  send: (phone: ValidPhone) => Promise<unknown>;
  dirty?: boolean | undefined;
  onDiscard?: (() => void) | undefined;
  /** The reason why no code can be sent now; null if a code can be sent. */
  blocked?: string | null | undefined;
  /** Shown below the number. */
  after?: ReactNode;
  /** Shown below the button. */
  below?: ReactNode;
  children?: ReactNode;
}

type Sending = { status: 'idle' | 'sending' } | { status: 'refused'; error: string };

/** A field for a phone number that receives a code. It accepts any notation. */
export function PhoneEntry({
  ref,
  heading,
  why,
  entered,
  onTyped,
  onForeign,
  countryPath,
  send: sendTo,
  dirty,
  onDiscard,
  blocked = null,
  after,
  below,
  children,
}: PhoneEntryProps) {
  const { t } = useTranslation(['auth', 'messages', 'titles']);
  const { language } = useLanguage();
  const errorText = useCodeErrorText();
  const showToast = useToast();
  const [sending, note] = useState<Sending>({ status: 'idle' });
  const field = useRef<HTMLInputElement>(null);
  const newest = useRef(entered.typed);
  const reasonId = useId();

  const refuse = (error: string) => {
    note({ status: 'refused', error });
    field.current?.focus();
  };

  const change = async (typed: string) => {
    newest.current = typed;
    onTyped(typed);
    if (sending.status === 'refused') note({ status: 'idle' });
    if (!isPasted(entered.typed, typed)) return;
    const checked = await checkPhone({ ...entered, typed });
    // If the user has typed more during the check, do not overwrite the newer digits.
    if (newest.current !== typed) return;
    if (checked.status !== 'valid') return;
    if (hasCallingCode(typed) || checked.callingCode !== entered.callingCode) onForeign(checked);
  };

  const send = async () => {
    if (sending.status === 'sending' || blocked !== null) return;
    note({ status: 'sending' });
    const checked = await checkPhone(entered);
    if (checked.status === 'missing') return refuse(t(($) => $.messages.phoneRequired));
    if (checked.status === 'malformed') return refuse(t(($) => $.messages.phoneFormat));
    if (checked.callingCode !== entered.callingCode) onForeign(checked);
    const error = await sendTo(checked);
    if (error !== undefined) return refuse(errorText(error));
    showToast(t(($) => $.messages.codeSent));
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    send().catch((error: unknown) => refuse(errorText(error)));
  };

  const shownCountry = countryLabel(entered.callingCode, entered.country, language);
  const busy = sending.status === 'sending';
  return (
    <form ref={ref} className={styles['form']} noValidate onSubmit={submit}>
      <Screen
        heading={heading}
        dirty={dirty}
        onDiscard={onDiscard}
        footer={
          <>
            {blocked === null ? null : (
              <p className={styles['reason']} id={reasonId}>
                {blocked}
              </p>
            )}
            <Button
              type="submit"
              variant="action"
              busy={busy}
              disabled={blocked !== null}
              describedBy={blocked === null ? undefined : reasonId}
            >
              {busy ? t(($) => $.phone.sending) : t(($) => $.phone.send)}
            </Button>
            {below}
          </>
        }
      >
        {children}
        <div className={`${styles['fields']} ${styles['phone']}`}>
          <div className={fieldStyles['field']}>
            {/* This label is hidden from screen readers, because the name of the link contains it. */}
            <span className={fieldStyles['label']} aria-hidden="true">
              {t(($) => $.titles.countryCode)}
            </span>
            <Link
              to={countryPath}
              className={styles['country']}
              aria-label={t(($) => $.phone.chooseCountry, { country: shownCountry })}
            >
              <span>{shownCountry}</span>
              <ChevronDown aria-hidden="true" />
            </Link>
          </div>
          <TextField
            ref={field}
            label={t(($) => $.phone.label)}
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            enterKeyHint="send"
            value={entered.typed}
            onChange={(typed) => {
              change(typed).catch((error: unknown) => refuse(errorText(error)));
            }}
            hint={why}
            speaksError
            error={sending.status === 'refused' ? sending.error : null}
          />
        </div>
        {after}
      </Screen>
    </form>
  );
}
