import { useTranslation } from 'react-i18next';
import type { Report } from '../../../contract/support.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { UnbrokenText } from '../../ui/display/UnbrokenText.tsx';
import { ResultScreen } from '../../ui/feedback/ResultScreen.tsx';

/** Confirms the report with its case number. */
export function ReportSent({ report }: { report: Report }) {
  const { t } = useTranslation(['help', 'common']);
  const { number } = report;
  return (
    <ResultScreen
      tone="success"
      heading={<UnbrokenText text={t(($) => $.sentHeading, { number })} number={number} />}
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
