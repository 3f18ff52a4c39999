import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../api/connection.ts';
import { useErrorText } from '../../api/useErrorText.ts';
import { Button } from '../../ui/button/Button.tsx';
import field from '../../ui/field/Field.module.css';
import { useToast } from '../../ui/feedback/messages.ts';
import { useDownloadDataMutation } from './accountApi.ts';
import { DeleteAccount } from './DeleteAccount.tsx';
import styles from './settings.module.css';

/** The rider can download all personal data or delete the account. */
export function YourDataSection({ onDeleted }: { onDeleted: () => void }) {
  const { t } = useTranslation('settings');
  const offline = useConnection() === 'offline';
  const errorText = useErrorText();
  const showToast = useToast();
  const [downloadData, { isLoading, error }] = useDownloadDataMutation();

  const download = async () => {
    const { error } = await downloadData();
    if (error === undefined) showToast(t(($) => $.yourData.downloaded));
  };

  return (
    <section className={styles['section']} aria-labelledby="data-heading">
      <h2 id="data-heading">{t(($) => $.yourData.heading)}</h2>
      <p className={styles['detail']}>{t(($) => $.yourData.detail)}</p>
      <Button
        variant="quiet"
        icon={<Download aria-hidden size={20} />}
        busy={isLoading}
        disabled={offline}
        describedBy={offline ? 'data-reason' : undefined}
        onClick={() => void download()}
      >
        {isLoading ? t(($) => $.yourData.downloading) : t(($) => $.yourData.download)}
      </Button>
      <div role="alert">
        {error && !isLoading ? <span className={field['error']}>{errorText(error)}</span> : null}
      </div>
      <DeleteAccount offline={offline} onDeleted={onDeleted} />
      {offline ? (
        <p id="data-reason" className={styles['reason']}>
          {t(($) => $.yourData.offline)}
        </p>
      ) : null}
    </section>
  );
}
