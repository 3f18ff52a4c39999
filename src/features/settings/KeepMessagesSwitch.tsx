import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepMessages, keepsMessages } from '../../ui/feedback/messages.ts';
import { Switch } from '../../ui/field/Switch.tsx';
import styles from './settings.module.css';

/** A switch for users who need more than two seconds to read a message. */
export function KeepMessagesSwitch() {
  const { t } = useTranslation('settings');
  const [isLonger, keep] = useState(keepsMessages);
  return (
    <Switch
      name="keepMessages"
      label={
        <>
          <span className={styles['label']}>{t(($) => $.keepMessages)}</span>
          <span className={styles['detail']}>{t(($) => $.keepMessagesDetail)}</span>
        </>
      }
      checked={isLonger}
      onChange={(longer) => {
        keepMessages(longer);
        keep(longer);
      }}
    />
  );
}
