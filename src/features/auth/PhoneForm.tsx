import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { useLanguage } from '../../lib/language.ts';
import { Button } from '../../ui/Button.tsx';
import { useToast } from '../../ui/messages.ts';
import { Screen } from '../../ui/Screen.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './auth.module.css';
import { useRequestCodeMutation } from './authApi.ts';
import { bringsCallingCode, checkPhone } from './checkPhone.ts';
import { countryLabel } from './countryLabel.ts';
import { codeSent, foreignNumberEntered, phoneTyped, selectLogin } from './loginSlice.ts';
import { UnlockStrip } from './UnlockStrip.tsx';
import { useCodeErrorText } from './useCodeErrorText.ts';

export interface PhoneFormProps {
  next: string;
  /** Where the country is picked. */
  countryPath: string;
  /** A code is on its way to the phone. */
  onSent: () => void;
}

type Sending = { status: 'idle' | 'sending' } | { status: 'refused'; error: string };

/** The phone number to which a code is texted. Any way of writing it will do. */
export function PhoneForm({ next, countryPath, onSent }: PhoneFormProps) {
  const { t } = useTranslation(['auth', 'messages']);
  const { language } = useLanguage();
  const { phoneNumber, country_code: callingCode, country } = useSelector(selectLogin);
  const dispatch = useDispatch();
  const errorText = useCodeErrorText();
  const showToast = useToast();
  const [requestCode] = useRequestCodeMutation();
  const [sending, note] = useState<Sending>({ status: 'idle' });
  const field = useRef<HTMLInputElement>(null);
  const newest = useRef(phoneNumber);

  const refuse = (error: string) => {
    note({ status: 'refused', error });
    field.current?.focus();
  };

  const change = async (typed: string) => {
    newest.current = typed;
    dispatch(phoneTyped(typed));
    if (sending.status === 'refused') note({ status: 'idle' });
    if (!bringsCallingCode(phoneNumber, typed)) return;
    const checked = await checkPhone({ typed, callingCode, country });
    // Who typed on meanwhile is not answered over their newer digits.
    if (newest.current !== typed) return;
    if (checked.status === 'valid') dispatch(foreignNumberEntered(checked));
  };

  const send = async () => {
    if (sending.status === 'sending') return;
    note({ status: 'sending' });
    const checked = await checkPhone({ typed: phoneNumber, callingCode, country });
    if (checked.status === 'missing') return refuse(t(($) => $.messages.phoneRequired));
    if (checked.status === 'malformed') return refuse(t(($) => $.messages.phoneFormat));
    if (checked.callingCode !== callingCode) dispatch(foreignNumberEntered(checked));
    const { data, error } = await requestCode({ phone: checked.e164, language });
    if (!data) return refuse(errorText(error));
    dispatch(
      codeSent({
        requestId: data.requestId,
        resendAt: data.resendAt,
        phone: checked.e164,
        callingCode: checked.callingCode,
        national: checked.national,
      }),
    );
    showToast(t(($) => $.messages.codeSent));
    onSent();
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    send().catch((error: unknown) => refuse(errorText(error)));
  };

  const shownCountry = countryLabel(callingCode, country, language);
  const busy = sending.status === 'sending';
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <Screen
        heading={t(($) => $.phone.heading)}
        footer={
          <Button type="submit" variant="action" busy={busy}>
            {busy ? t(($) => $.phone.sending) : t(($) => $.phone.send)}
          </Button>
        }
      >
        <UnlockStrip next={next} />
        <div className={styles['fields']}>
          <Link
            to={countryPath}
            className={styles['country']}
            aria-label={t(($) => $.phone.chooseCountry, { country: shownCountry })}
          >
            <span>{shownCountry}</span>
            <ChevronDown aria-hidden="true" />
          </Link>
          <TextField
            ref={field}
            label={t(($) => $.phone.label)}
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            enterKeyHint="send"
            value={phoneNumber}
            onChange={(typed) => {
              change(typed).catch((error: unknown) => refuse(errorText(error)));
            }}
            hint={t(($) => $.phone.why)}
            error={sending.status === 'refused' ? sending.error : null}
          />
        </div>
      </Screen>
    </form>
  );
}
