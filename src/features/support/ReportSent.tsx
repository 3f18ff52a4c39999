import { useTranslation } from 'react-i18next';
import type { Report } from '../../../contract/support.ts';
import { unbroken } from '../../lib/format/unbroken.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { ResultScreen } from '../../ui/feedback/ResultScreen.tsx';

/** Confirms the report with its case number. */
export function ReportSent({ report }: { report: Report }) {
  const { t } = useTranslation(['help', 'common']);
  return (
    <ResultScreen
      tone="success"
      heading={t(($) => $.sentHeading, { number: unbroken(report.number) })}
      actions={
        <>
          <ButtonLink to="/home" replace>
            {t(($) => $.common.done)}
          </ButtonLink>
          <ButtonLink to="/help/reports" variant="quiet" replace>
            {t(($) => $.reports)}
          </ButtonLink>
        </>
      }
    >
      <p>{t(($) => $.sentText)}</p>
    </ResultScreen>
  );
}
