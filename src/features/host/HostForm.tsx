import './hostTexts.ts';
import { useId, useRef, useState } from 'react';
import type { ReactNode, SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { HostInterest, HostInterestTaken } from '../../../contract/hosts.ts';
import {
  isVenueKind,
  longestBusiness,
  longestContactName,
  longestHostMessage,
  venueKinds,
  type VenueKind,
} from '../../../contract/rules/people/hosts.ts';
import { maxEmailLength } from '../../../contract/rules/people/profile.ts';
import { isApiError } from '../../api/apiError.ts';
import { useConnection } from '../../api/connection.ts';
import { useErrorText } from '../../api/useErrorText.ts';
import { useLanguage } from '../../lib/language/language.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { TextArea } from '../../ui/field/TextArea.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import {
  checkInterest,
  hostFields,
  normalEmail,
  refusedFields,
  type HostField,
  type HostProblems,
} from './checkInterest.ts';
import { ConsentBox } from './ConsentBox.tsx';
import { useSendInterestMutation } from './hostApi.ts';
import { useHostDraft, type HostDraft } from './hostDraft.ts';
import styles from './host.module.css';
import { PlaceFields, type PlaceParts } from './PlaceFields.tsx';
import { useProblemText } from './useProblemText.ts';
import { useVenueNames } from './useVenueNames.ts';

export interface HostFormProps extends PlaceParts {
  /** The kind of venue that the user selected in the estimate; null if none. */
  venue: VenueKind | null;
  /** The number of days for which the server stores the data; null while the number is unknown. */
  keptDays: number | null;
  /** Returns the number in E.164, or null if it is not valid. */
  readPhone: (typed: string) => Promise<string | null>;
  onSent: (taken: HostInterestTaken) => void;
}

type Sending =
  | { status: 'idle' | 'sending' }
  /** `error` is the message for the whole form, such as the number of wrong fields; null if there is none. */
  | { status: 'failed'; problems: HostProblems; error: ReactNode };

/** A form for hosts: their name, the venue, and the contact data. */
export function HostForm({ venue, keptDays, readPhone, onSent, ...placeParts }: HostFormProps) {
  const { t } = useTranslation('host');
  const { language } = useLanguage();
  const errorText = useErrorText();
  const venueNames = useVenueNames();
  const offline = useConnection() === 'offline';
  const reasonId = useId();
  const [sendInterest] = useSendInterestMutation();
  const { value, isDirty, change: keep, forget } = useHostDraft(venue);
  const [subject, fillIn] = useState('');
  const [sending, note] = useState<Sending>({ status: 'idle' });
  const form = useRef<HTMLFormElement>(null);
  const problems = sending.status === 'failed' ? sending.problems : {};
  const problemText = useProblemText(problems);

  const change = (part: Partial<HostDraft>) => {
    keep(part);
    if (sending.status !== 'failed') return;
    // Clear the error of each field that the user changes. A change of the place also
    // clears the error of the address, and a change of the email address also clears the error of the
    // phone number.
    const mended = { ...sending.problems };
    for (const field of hostFields) if (field in part) delete mended[field];
    if ('place' in part) delete mended.address;
    if ('email' in part) delete mended.phone;
    note({ status: 'failed', problems: mended, error: null });
  };
  const write = (field: Exclude<HostField, 'venue' | 'consent'>) => (text: string) =>
    change({ [field]: text });

  const refuse = (found: HostProblems) => {
    const wrong = hostFields.filter((field) => field in found);
    const error = wrong.length > 1 ? t(($) => $.errors.count, { count: wrong.length }) : null;
    note({ status: 'failed', problems: found, error });
    const first = wrong[0] === undefined ? null : form.current?.elements.namedItem(wrong[0]);
    if (first instanceof HTMLElement) first.focus();
  };

  const send = async () => {
    if (sending.status === 'sending' || offline) return;
    note({ status: 'sending' });
    const phone = value.phone.trim() === '' ? null : await readPhone(value.phone);
    const found = checkInterest(value, value.phone.trim() !== '' && phone === null);
    if (Object.keys(found).length > 0 || value.venue === null) return refuse(found);
    const email = normalEmail(value.email);
    const interest: HostInterest = {
      business: value.business.trim(),
      venue: value.venue,
      place: value.place,
      address: value.address.trim(),
      contactName: value.contactName.trim(),
      phone,
      email: email === '' ? null : email,
      message: value.message.trim(),
      language,
      consent: true,
      ...(subject !== '' && { subject }),
    };
    const { data, error } = await sendInterest(interest);
    if (data) {
      forget();
      onSent(data);
      return;
    }
    const refused = refusedFields((isApiError(error) && error.fields) || []);
    if (Object.keys(refused).length > 0) return refuse(refused);
    note({ status: 'failed', problems: {}, error: errorText(error) });
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    send().catch((error: unknown) =>
      note({ status: 'failed', problems: {}, error: errorText(error) }),
    );
  };

  const busy = sending.status === 'sending';
  return (
    <form ref={form} className={styles['form']} noValidate onSubmit={submit}>
      <Screen
        heading={t(($) => $.form.heading)}
        dirty={isDirty}
        onDiscard={forget}
        footer={
          <>
            {offline ? <p id={reasonId}>{t(($) => $.form.offline)}</p> : null}
            {sending.status === 'failed' && sending.error !== null ? (
              <Banner tone="danger">
                <p role="alert">{sending.error}</p>
              </Banner>
            ) : null}
            <Button
              type="submit"
              busy={busy}
              disabled={offline}
              describedBy={offline ? reasonId : undefined}
            >
              {busy ? t(($) => $.form.sending) : t(($) => $.form.send)}
            </Button>
          </>
        }
      >
        <div className={styles['group']}>
          <TextField
            label={t(($) => $.form.business)}
            name="business"
            autoComplete="organization"
            autoCapitalize="words"
            maxLength={longestBusiness}
            value={value.business}
            onChange={write('business')}
            error={problemText('business')}
          />
          <SelectField
            label={t(($) => $.estimate.venue)}
            name="venue"
            value={value.venue ?? ''}
            onChange={(kind) => change({ venue: isVenueKind(kind) ? kind : null })}
            options={[
              { value: '', label: t(($) => $.form.venueNone) },
              ...venueKinds.map((kind) => ({ value: kind, label: venueNames[kind] })),
            ]}
            error={problemText('venue')}
          />
        </div>
        <PlaceFields
          {...placeParts}
          place={value.place}
          address={value.address}
          onChange={change}
          error={problemText('address')}
        />
        <section className={styles['group']}>
          <h2>{t(($) => $.form.contact)}</h2>
          <TextField
            label={t(($) => $.form.contactName)}
            name="contactName"
            autoComplete="name"
            autoCapitalize="words"
            maxLength={longestContactName}
            value={value.contactName}
            onChange={write('contactName')}
            error={problemText('contactName')}
          />
          <p className={styles['detail']}>{t(($) => $.form.contactHint)}</p>
          <TextField
            label={t(($) => $.form.phone)}
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={40}
            value={value.phone}
            onChange={write('phone')}
            error={problemText('phone')}
          />
          <TextField
            label={t(($) => $.form.email)}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="off"
            maxLength={maxEmailLength}
            value={value.email}
            onChange={write('email')}
            onBlur={() => {
              const email = normalEmail(value.email);
              if (email !== value.email) change({ email });
            }}
            error={problemText('email')}
          />
          <TextArea
            label={t(($) => $.form.message)}
            name="message"
            maxLength={longestHostMessage}
            value={value.message}
            onChange={write('message')}
            hint={t(($) => $.form.messageHint)}
            error={problemText('message')}
            optional
          />
        </section>
        <ConsentBox
          checked={value.consent}
          onChange={(consent) => change({ consent })}
          error={problemText('consent')}
        >
          {keptDays === null
            ? t(($) => $.form.consent)
            : t(($) => $.form.consentKept, { count: keptDays })}
        </ConsentBox>
        {/* This field is hidden. Only bots fill it in. */}
        <div className={styles['unseen']} aria-hidden="true">
          <input
            name="subject"
            tabIndex={-1}
            autoComplete="off"
            value={subject}
            onChange={(event) => fillIn(event.target.value)}
          />
        </div>
      </Screen>
    </form>
  );
}
