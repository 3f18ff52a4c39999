import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../contract/signIn/auth.ts';
import { useConnection } from '../../api/connection.ts';
import { useResumableChange, withProof } from '../../api/proof.ts';
import { PhoneEntry } from '../../features/auth/phone/PhoneEntry.tsx';
import type { ValidPhone } from '../../features/auth/phone/PhoneEntry.tsx';
import { storeDraft, useDraft } from '../../lib/storage/drafts.ts';
import { isPhoneDraft } from '../../lib/storage/drafts.ts';
import { useChangePhoneMutation } from '../../features/profile/profileApi.ts';
import { formatE164 } from '../../lib/format/phone.ts';
import { UnbrokenText } from '../../ui/display/UnbrokenText.tsx';
import { yourInfoPath } from './fields.ts';
import { emptyPhone } from './emptyPhone.ts';

export interface PhoneChangeFormProps {
  me: User;
  /** Called after the code was sent to the new number. */
  onCodeSent: () => void;
}

/** The form for another phone number. It works like the form at the login. */
export function PhoneChangeForm({ me, onCodeSent }: PhoneChangeFormProps) {
  const { t } = useTranslation('profile');
  const offline = useConnection() === 'offline';
  const draft = useDraft(me.id, 'phone', emptyPhone(me.phone), isPhoneDraft);
  const [changePhone] = useChangePhoneMutation();
  const { typed, callingCode, country } = draft.value;
  const phone = me.phone === null ? null : formatE164(me.phone);
  const form = useRef<HTMLFormElement>(null);
  useResumableChange('phone', (change) => {
    // Fill in the number that the dialog shows, because the rider may have edited the form in the meantime.
    flushSync(() => draft.change({ ...draft.value, typed: formatE164(change.phone) }));
    form.current?.requestSubmit();
  });

  const send = async ({ e164 }: ValidPhone) => {
    const { data, error } = await withProof({ kind: 'phone', phone: e164 }, () =>
      changePhone({ phone: e164 }),
    );
    if (!data) return error;
    const { requestId, resendAt } = data;
    storeDraft(me.id, 'phoneCode', { requestId, resendAt, contact: e164 });
    onCodeSent();
  };

  return (
    <PhoneEntry
      ref={form}
      heading={t(($) => $.phone.heading)}
      why={
        phone === null ? (
          t(($) => $.phone.whyFirst)
        ) : (
          <UnbrokenText text={t(($) => $.phone.why, { phone })} number={phone} />
        )
      }
      entered={{ typed, callingCode, country }}
      onTyped={(text) => draft.change({ ...draft.value, typed: text })}
      onForeign={(phone) =>
        draft.change({
          typed: phone.national,
          callingCode: phone.callingCode,
          country: phone.country ?? (phone.callingCode === callingCode ? country : null),
        })
      }
      countryPath={`${yourInfoPath}/phone/country`}
      send={send}
      dirty={draft.isDirty}
      onDiscard={draft.forget}
      blocked={offline ? t(($) => $.offline) : null}
    />
  );
}
