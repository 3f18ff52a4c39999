import { useTranslation } from 'react-i18next';
import type { Config } from '../../../contract/config.ts';
import { unbroken } from '../../lib/format/phone.ts';
import { Disclosure } from '../../ui/dialog/Disclosure.tsx';
import styles from './host.module.css';

/**
 * Questions and answers before the form. An answer that needs an unknown value makes no promise.
 */
export function HostQuestions({ config }: { config: Config | undefined }) {
  const { t } = useTranslation('host');
  const days = config?.host?.keptDays;
  const phone = config?.brand.supportPhone ?? '';
  return (
    <section className={styles['section']}>
      <h2>{t(($) => $.questions.heading)}</h2>
      <div>
        <Disclosure summary={t(($) => $.questions.need)}>
          <p>{t(($) => $.questions.needText)}</p>
        </Disclosure>
        <Disclosure summary={t(($) => $.questions.work)}>
          <p>{t(($) => $.questions.workText)}</p>
        </Disclosure>
        <Disclosure summary={t(($) => $.questions.found)}>
          <p>{t(($) => $.questions.foundText)}</p>
        </Disclosure>
        <Disclosure summary={t(($) => $.questions.cost)}>
          <p>{t(($) => $.questions.costText)}</p>
        </Disclosure>
        <Disclosure summary={t(($) => $.questions.data)}>
          <p>{t(($) => $.questions.dataText)}</p>
          {days === undefined ? null : <p>{t(($) => $.questions.dataKept, { count: days })}</p>}
          {phone === '' ? null : (
            <p>{t(($) => $.questions.dataSooner, { phone: unbroken(phone) })}</p>
          )}
        </Disclosure>
      </div>
    </section>
  );
}
