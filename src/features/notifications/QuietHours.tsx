import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NotificationSettings } from '../../../contract/notifications.ts';
import { formattingLocale } from '../../../contract/rules/format/formattingLocale.ts';
import { Switch } from '../../ui/field/Switch.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import styles from './push/push.module.css';

type Hours = NotificationSettings['quietHours'];

export interface QuietHoursProps {
  value: Hours;
  disabled: boolean;
  onChange: (hours: Hours) => void;
}

const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The name of a time zone, such as `Central Time`. Returns its id if this browser has no name for it. */
function zoneName(timeZone: string, language: string): string {
  try {
    const format = new Intl.DateTimeFormat(formattingLocale(language), {
      timeZone,
      timeZoneName: 'longGeneric',
    });
    const name = format.formatToParts().find(({ type }) => type === 'timeZoneName');
    return name?.value ?? timeZone;
  } catch (error) {
    if (error instanceof RangeError) return timeZone;
    throw error;
  }
}

/**
 * The hours in which the server sends only messages about rentals and payments. The hours are in the time zone of the
 * device that saved them last.
 */
export function QuietHours({ value, disabled, onChange }: QuietHoursProps) {
  const { t } = useTranslation('notifications');
  return (
    <div className={styles['section']}>
      <Switch
        name="quietHours"
        label={
          <>
            <span className={styles['label']}>{t(($) => $.settings.quiet)}</span>
            <span className={styles['detail']}>{t(($) => $.settings.quietDetail)}</span>
          </>
        }
        checked={value !== null}
        disabled={disabled}
        onChange={(quiet) =>
          onChange(quiet ? { from: '22:00', to: '07:00', timeZone: here() } : null)
        }
      />
      {value === null ? null : <Times value={value} disabled={disabled} onChange={onChange} />}
    </div>
  );
}

interface TimesProps extends QuietHoursProps {
  value: NonNullable<Hours>;
}

/**
 * Two fields for the times. A change is saved when a field loses the focus, if both times are set
 * and differ.
 */
function Times({ value, disabled, onChange }: TimesProps) {
  const { t, i18n } = useTranslation('notifications');
  const [from, setFrom] = useState(value.from);
  const [to, setTo] = useState(value.to);
  const [shown, show] = useState(value);
  // The fields stay while a change is being saved and after it fails, so that the focus does not move.
  if (shown.from !== value.from || shown.to !== value.to) {
    show(value);
    if (shown.from !== value.from) setFrom(value.from);
    if (shown.to !== value.to) setTo(value.to);
  }
  const isSame = from === to;

  const keep = () => {
    const isChanged = from !== value.from || to !== value.to;
    if (from !== '' && to !== '' && !isSame && isChanged) onChange({ from, to, timeZone: here() });
  };

  return (
    <>
      <div className={styles['hours']}>
        <TextField
          label={t(($) => $.settings.quietFrom)}
          name="quietFrom"
          type="time"
          value={from}
          disabled={disabled}
          onChange={setFrom}
          onBlur={keep}
        />
        <TextField
          label={t(($) => $.settings.quietTo)}
          name="quietTo"
          type="time"
          value={to}
          disabled={disabled}
          error={isSame ? t(($) => $.settings.quietSame) : null}
          speaksError
          onChange={setTo}
          onBlur={keep}
        />
      </div>
      <p className={styles['detail']}>
        {t(($) => $.settings.quietZone, { zone: zoneName(value.timeZone, i18n.language) })}
      </p>
    </>
  );
}
