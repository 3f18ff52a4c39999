import { MessagesSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import type { Decision, Report } from '../../../contract/support.ts';
import { useErrorText } from '../../api/useErrorText.ts';
import { formatDateTime } from '../../lib/format/time.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Tag } from '../../ui/display/Tag.tsx';
import styles from './support.module.css';
import { useGetReportsQuery } from './supportApi.ts';
import { useProblemTexts } from './useProblemTexts.ts';

/** The rider's reports, with the answers of support. */
export function Reports() {
  const { t } = useTranslation(['help', 'titles']);
  const errorText = useErrorText();
  const { data, error, refetch } = useGetReportsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  if (data === undefined) {
    return error === undefined ? (
      <Skeleton lines={6} />
    ) : (
      <ErrorState message={errorText(error)} onRetry={() => void refetch()} />
    );
  }
  if (data.reports.length === 0) {
    return (
      <EmptyState
        symbol={<MessagesSquare />}
        title={t(($) => $.reportsNone)}
        action={<ButtonLink to="/help/report">{t(($) => $.titles.orderProblem)}</ButtonLink>}
      />
    );
  }
  return (
    <ul className={styles['reports']}>
      {data.reports.map((report) => (
        <ReportCard key={report.id} report={report} />
      ))}
    </ul>
  );
}

function ReportCard({ report }: { report: Report }) {
  const { t } = useTranslation('help');
  const textOf = useProblemTexts();
  const { number, kind, note, order, station, createdAt, answer, answeredAt, decision } = report;
  const isAnswered = answer !== null || decision !== undefined;
  const decided = useDecisionText(decision);
  return (
    <li className={styles['report']}>
      <div className={styles['head']}>
        <h2>{kind === 'fromSupport' ? t(($) => $.fromSupport) : textOf(kind)}</h2>
        <Tag tone={isAnswered ? 'charge' : 'info'}>
          {isAnswered ? t(($) => $.answered) : t(($) => $.open)}
        </Tag>
      </div>
      <div className={styles['facts']}>
        <p>{t(($) => $.case, { number })}</p>
        {station === null ? null : <p>{station.name}</p>}
        <p>
          <DateTime value={createdAt} />
        </p>
      </div>
      {order === null ? null : (
        <Link className={styles['order']} to={`/history/detail?orderId=${order.id}`}>
          {t(($) => $.about, { number: order.number })}
        </Link>
      )}
      {note === '' ? null : (
        <div>
          <p className={styles['facts']}>{t(($) => $.yourWords)}</p>
          <p className={styles['words']}>{note}</p>
        </div>
      )}
      {isAnswered ? (
        <div className={styles['answer']}>
          {answeredAt === null ? null : (
            <p className={styles['facts']}>
              <DateTime value={answeredAt} />
            </p>
          )}
          {decided === null ? null : <p className={styles['words']}>{decided}</p>}
          {answer === null ? null : <p className={styles['words']}>{answer}</p>}
        </div>
      ) : null}
    </li>
  );
}

/** Returns the decision of support as text, or null if the decision has no effect for the rider. */
function useDecisionText(decision: Decision | undefined): string | null {
  const { t } = useTranslation('help');
  if (decision === undefined) return null;
  const amount = decision.amount && formatMoney(decision.amount);
  switch (decision.kind) {
    case 'refund':
      return amount && t(($) => $.gaveBack, { amount });
    case 'waive':
      return amount && t(($) => $.waived, { amount });
    case 'endRental':
      return decision.at === null
        ? t(($) => $.endedFree)
        : t(($) => $.ended, { time: formatDateTime(decision.at) });
    default:
      return null;
  }
}
