import { useTranslation } from 'react-i18next';
import type {
  ChangeNotificationSettings,
  NotificationSettings,
  PushTopic,
} from '../../../contract/notifications.ts';
import { RadioCards } from '../../ui/field/RadioCards.tsx';
import { Switch } from '../../ui/field/Switch.tsx';
import styles from './push/push.module.css';
import { QuietHours } from './QuietHours.tsx';

export interface NotificationChoicesProps {
  settings: NotificationSettings;
  disabled: boolean;
  /**
   * The rider's contact data for receipts. A text message needs the phone number, and a mail needs the email
   * address.
   */
  phone: string | null;
  email: string | null;
  onChange: (change: ChangeNotificationSettings) => void;
}

const topics: readonly PushTopic[] = [
  'rental',
  'money',
  'reminders',
  'availability',
  'rewards',
  'news',
];

/**
 * Settings for messages outside of the app: which messages, at which times, and with which details.
 */
export function NotificationChoices({
  settings,
  disabled,
  phone,
  email,
  onChange,
}: NotificationChoicesProps) {
  const { t } = useTranslation('notifications');
  const { push, quietHours, showDetails, receiptBy } = settings;
  return (
    <>
      <section className={styles['section']} aria-labelledby="topics-heading">
        <h2 id="topics-heading">{t(($) => $.settings.topics)}</h2>
        <p className={styles['detail']}>{t(($) => $.settings.topicsDetail)}</p>
        {topics.map((topic) => (
          <Switch
            key={topic}
            name={topic}
            label={
              <>
                <span className={styles['label']}>{t(($) => $.topics[topic].name)}</span>
                <span className={styles['detail']}>{t(($) => $.topics[topic].detail)}</span>
              </>
            }
            checked={push[topic]}
            disabled={disabled}
            onChange={(on) => onChange({ push: { [topic]: on } })}
          />
        ))}
      </section>
      <section className={styles['section']} aria-labelledby="manner-heading">
        <h2 id="manner-heading">{t(($) => $.settings.manner)}</h2>
        <QuietHours
          value={quietHours}
          disabled={disabled}
          onChange={(hours) => onChange({ quietHours: hours })}
        />
        <Switch
          name="showDetails"
          label={
            <>
              <span className={styles['label']}>{t(($) => $.settings.details)}</span>
              <span className={styles['detail']}>{t(($) => $.settings.detailsDetail)}</span>
            </>
          }
          checked={showDetails}
          disabled={disabled}
          onChange={(shown) => onChange({ showDetails: shown })}
        />
      </section>
      <RadioCards
        legend={t(($) => $.settings.receipt)}
        name="receiptBy"
        value={receiptBy}
        onChange={(value) => {
          const chosen = (['none', 'text', 'email'] as const).find((way) => way === value);
          if (chosen) onChange({ receiptBy: chosen });
        }}
        options={[
          {
            value: 'none',
            label: t(($) => $.settings.receiptNone),
            detail: t(($) => $.settings.receiptNoneDetail),
            disabled,
          },
          {
            value: 'text',
            label: t(($) => $.settings.receiptText),
            detail: phone,
            disabled: disabled || phone === null,
            reason: phone ?? t(($) => $.settings.receiptNoPhone),
          },
          {
            value: 'email',
            label: t(($) => $.settings.receiptEmail),
            detail: email,
            disabled: disabled || email === null,
            reason: email ?? t(($) => $.settings.receiptNoEmail),
          },
        ]}
      />
    </>
  );
}
