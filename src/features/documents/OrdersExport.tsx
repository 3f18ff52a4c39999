import { Download, FileText } from 'lucide-react';
import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { apiErrorCode } from '../../api/apiError.ts';
import { useConnection } from '../../api/connection.ts';
import { serverTime } from '../../api/serverClock.ts';
import { statementPage } from '../../lib/navigation/documentPages.ts';
import { formatMonth } from '../../lib/format/formatMonth.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button, ButtonLink } from '../../ui/button/Button.tsx';
import { useToast } from '../../ui/feedback/messages.ts';
import { Screen } from '../../ui/screen/Screen.tsx';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { useSubmitAttempt } from '../../ui/field/useSubmitAttempt.ts';
import { useExportOrdersMutation } from './documentsApi.ts';
import styles from './OrdersExport.module.css';
import { fieldDate, lastMonths, longestPeriodDays, periodProblem } from './period.ts';

const monthsOnOffer = 24;

/**
 * Exports for bookkeeping: the statement of a month as a PDF, or the orders of a period as a CSV
 * file.
 */
export function OrdersExport() {
  const { t } = useTranslation('orders');
  // Use the server clock, because the server sets the times of the orders. The clock of the device may be
  // wrong.
  const [now] = useState(() => new Date(serverTime(Date.now())));
  return (
    <Screen heading={t(($) => $.documents.export)} lead={t(($) => $.documents.exportLead)}>
      <Statement now={now} />
      <Table now={now} />
    </Screen>
  );
}

function Statement({ now }: { now: Date }) {
  const { t, i18n } = useTranslation('orders');
  const [months] = useState(() => lastMonths(monthsOnOffer, now));
  const [month, chooseMonth] = useState(months[0] ?? '');
  return (
    <section className={styles['part']} aria-labelledby="statement">
      <h2 id="statement">{t(($) => $.documents.statementHeading)}</h2>
      <SelectField
        label={t(($) => $.documents.month)}
        name="month"
        value={month}
        onChange={chooseMonth}
        options={months.map((value) => ({
          value,
          label: formatMonth(`${value}-15T12:00:00Z`, i18n.language),
        }))}
      />
      <ButtonLink
        to={statementPage(month)}
        variant="action"
        icon={<FileText aria-hidden size={20} />}
      >
        {t(($) => $.documents.makeStatement)}
      </ButtonLink>
    </section>
  );
}

function Table({ now }: { now: Date }) {
  const { t, i18n } = useTranslation(['orders', 'errors', 'settings']);
  const toast = useToast();
  const [from, setFrom] = useState(() => `${fieldDate(now).slice(0, 7)}-01`);
  const [to, setTo] = useState(() => fieldDate(now));
  const [tried, attempt] = useSubmitAttempt();
  const [exportOrders, { isLoading, error }] = useExportOrdersMutation();
  const problem = periodProblem(from, to);
  const offline = useConnection() === 'offline';
  const reasonId = useId();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    attempt();
    if (problem !== null || isLoading) return;
    const answer = await exportOrders({ from, to, language: i18n.language });
    if (answer.error === undefined) toast(t(($) => $.documents.saved));
  };
  const problemText =
    !tried || problem === null
      ? null
      : {
          incomplete: t(($) => $.documents.incomplete),
          backwards: t(($) => $.documents.backwards),
          tooLong: t(($) => $.documents.tooLong, { count: longestPeriodDays }),
        }[problem];

  return (
    <section className={styles['part']} aria-labelledby="table">
      <h2 id="table">{t(($) => $.documents.tableHeading)}</h2>
      <form className={styles['part']} noValidate onSubmit={(event) => void submit(event)}>
        <div className={styles['dates']}>
          <TextField
            label={t(($) => $.documents.from)}
            name="from"
            type="date"
            value={from}
            onChange={setFrom}
          />
          <TextField
            label={t(($) => $.documents.to)}
            name="to"
            type="date"
            value={to}
            onChange={setTo}
            error={problemText}
            speaksError
          />
        </div>
        {error === undefined ? null : (
          <Banner tone="due">
            <p role="alert">{t(($) => $.errors[apiErrorCode(error)])}</p>
          </Banner>
        )}
        <Button
          type="submit"
          variant="quiet"
          busy={isLoading}
          disabled={offline}
          describedBy={offline ? reasonId : undefined}
          icon={<Download aria-hidden size={20} />}
        >
          {isLoading ? t(($) => $.documents.downloading) : t(($) => $.documents.makeTable)}
        </Button>
        {offline ? <p id={reasonId}>{t(($) => $.settings.needsConnection)}</p> : null}
      </form>
    </section>
  );
}
