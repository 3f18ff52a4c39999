import { useTranslation } from 'react-i18next';
import { Disclosure } from '../../ui/dialog/Disclosure.tsx';
import { UnbrokenText } from '../../ui/display/UnbrokenText.tsx';
import styles from './host.module.css';

/**
 * Questions and answers before the form. A sentence that needs a value is left out while the value
 * is unknown.
 */
export function HostQuestions({
  keptDays,
  supportPhone,
}: {
  keptDays: number | null;
  /** The operator's phone number; empty if the operator has none. */
  supportPhone: string;
}) {
  const { t } = useTranslation('host');
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
          {keptDays === null ? null : <p>{t(($) => $.questions.dataKept, { count: keptDays })}</p>}
          {supportPhone === '' ? null : (
            <p>
              <UnbrokenText
                text={t(($) => $.questions.dataSooner, { phone: supportPhone })}
                number={supportPhone}
              />
            </p>
          )}
        </Disclosure>
      </div>
    </section>
  );
}
