import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useConnection } from '../../../api/connection.ts';
import { useLanguage } from '../../../lib/language/language.ts';
import { useCodeRequest } from '../challenge/useCodeRequest.tsx';
import { codeSent, foreignNumberEntered, phoneTyped, selectLogin } from '../loginSlice.ts';
import { PhoneEntry } from './PhoneEntry.tsx';
import type { ValidPhone } from './PhoneEntry.tsx';
import { TermsLine } from '../TermsLine.tsx';
import { UnlockStrip } from '../UnlockStrip.tsx';

export interface PhoneFormProps {
  next: string;
  /** The address of the page on which the user chooses a country. */
  countryPath: string;
  /** Shown below the number. */
  invite: ReactNode;
  /** Called when the code was sent to the phone. */
  onSent: () => void;
}

/** The form for the phone number with which the rider logs in. */
export function PhoneForm({ next, countryPath, invite, onSent }: PhoneFormProps) {
  const { t } = useTranslation('auth');
  const { language } = useLanguage();
  const offline = useConnection() === 'offline';
  const { phoneNumber, country_code: callingCode, country } = useSelector(selectLogin);
  const dispatch = useDispatch();
  const { request: requestCode, notice } = useCodeRequest();

  const send = async ({ e164, callingCode, national }: ValidPhone) => {
    const { data, error } = await requestCode({ phone: e164, language });
    if (!data) return error;
    const { requestId, resendAt } = data;
    dispatch(codeSent({ requestId, resendAt, phone: e164, callingCode, national }));
    onSent();
  };

  return (
    <PhoneEntry
      heading={t(($) => $.phone.heading)}
      why={t(($) => $.phone.why)}
      entered={{ typed: phoneNumber, callingCode, country }}
      onTyped={(typed) => dispatch(phoneTyped(typed))}
      onForeign={(phone) => dispatch(foreignNumberEntered(phone))}
      countryPath={countryPath}
      send={send}
      blocked={offline ? t(($) => $.offline) : null}
      after={invite}
      below={<TermsLine />}
    >
      <UnlockStrip next={next} />
      {notice}
    </PhoneEntry>
  );
}
