import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DisputeReason, Order } from '../../../../contract/orders.ts';
import { apiErrorCode } from '../../../api/apiError.ts';
import { useConnection } from '../../../api/connection.ts';
import { formatMoney } from '../../../../contract/rules/format/money.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { RadioCards } from '../../../ui/field/RadioCards.tsx';
import { Screen } from '../../../ui/screen/Screen.tsx';
import { TextArea } from '../../../ui/field/TextArea.tsx';
import { useSubmitAttempt } from '../../../ui/field/useSubmitAttempt.ts';
import { useOpenDisputeMutation } from '../ordersApi.ts';

const reasons: readonly DisputeReason[] = [
  'didNotComeOut',
  'alreadyReturned',
  'wrongAmount',
  'other',
];

/** The highest number of characters that the server accepts. */
const longestNote = 1000;

export interface DisputeFormProps {
  order: Order;
  onSent: () => void;
}

/** A form to dispute a bill: the rider chooses what is wrong and can describe it. */
export function DisputeForm({ order, onSent }: DisputeFormProps) {
  const { t } = useTranslation(['orders', 'errors']);
  const offline = useConnection() === 'offline';
  const reasonId = useId();
  const [openDispute, { error, isLoading }] = useOpenDisputeMutation();
  const [reason, choose] = useState<DisputeReason | null>(null);
  const [note, write] = useState('');
  const [tried, press] = useSubmitAttempt();
  const code = error === undefined ? null : apiErrorCode(error);
  const missing = tried && reason === null ? t(($) => $.dispute.chooseReason) : null;

  const send = async () => {
    press();
    if (reason === null) return;
    const { data } = await openDispute({ orderId: order.id, reason, note: note.trim() });
    if (data !== undefined) onSent();
  };
  const label: Record<DisputeReason, string> = {
    didNotComeOut: t(($) => $.dispute.didNotComeOut),
    alreadyReturned: t(($) => $.dispute.alreadyReturned),
    wrongAmount: t(($) => $.dispute.wrongAmount),
    other: t(($) => $.dispute.other),
  };

  const { number, paid, due } = order;
  const lead =
    paid.amount > 0
      ? t(($) => $.dispute.lead, { number, amount: formatMoney(paid) })
      : t(($) => $.dispute.leadUnpaid, { number, amount: formatMoney(due) });

  return (
    <Screen
      heading={t(($) => $.dispute.heading)}
      lead={lead}
      dirty={reason !== null || note !== ''}
      footer={
        <>
          {offline ? <p id={reasonId}>{t(($) => $.dispute.offline)}</p> : null}
          <Button
            variant="action"
            busy={isLoading}
            disabled={offline}
            describedBy={offline ? reasonId : undefined}
            onClick={() => void send()}
          >
            {isLoading ? t(($) => $.dispute.sending) : t(($) => $.dispute.send)}
          </Button>
        </>
      }
    >
      <RadioCards
        legend={t(($) => $.dispute.reason)}
        name="reason"
        value={reason}
        onChange={(value) => choose(reasons.find((each) => each === value) ?? null)}
        error={missing}
        options={reasons.map((value) => ({ value, label: label[value] }))}
      />
      <TextArea
        label={t(($) => $.dispute.note)}
        name="note"
        value={note}
        onChange={write}
        hint={t(($) => $.dispute.noteHint)}
        maxLength={longestNote}
        error={code === 'invalidInput' ? t(($) => $.dispute.noteRefused) : null}
        optional
      />
      <p>{t(($) => $.dispute.once)}</p>
      {code === null || code === 'invalidInput' ? null : (
        <Banner tone="danger">
          <p role="alert">{t(($) => $.errors[code])}</p>
        </Banner>
      )}
    </Screen>
  );
}
