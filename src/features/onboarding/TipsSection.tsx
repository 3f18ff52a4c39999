import { useTranslation } from 'react-i18next';
import { restartOnboarding } from '../../lib/storage/onboarding.ts';
import { Button } from '../../ui/button/Button.tsx';
import { useToast } from '../../ui/feedback/messages.ts';
import styles from './TipsSection.module.css';

/**
 * Shows all tips again, for example if the rider closed them too soon or gives the phone to someone
 * else.
 */
export function TipsSection() {
  const { t } = useTranslation('tips');
  const toast = useToast();
  return (
    <section className={styles['section']} aria-labelledby="tips-heading">
      <h2 id="tips-heading">{t(($) => $.again.heading)}</h2>
      <p className={styles['detail']}>{t(($) => $.again.detail)}</p>
      <Button
        variant="quiet"
        onClick={() => {
          restartOnboarding();
          toast(t(($) => $.again.done));
        }}
      >
        {t(($) => $.again.show)}
      </Button>
    </section>
  );
}
