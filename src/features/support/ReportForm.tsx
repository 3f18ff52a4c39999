import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../../contract/orders.ts';
import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import type { Report, ReportKind } from '../../../contract/support.ts';
import { apiErrorCode } from '../../api/apiError.ts';
import { useConnection } from '../../api/connection.ts';
import { useErrorText } from '../../api/useErrorText.ts';
import { useDraft } from '../../lib/storage/drafts.ts';
import { useOngoingWork } from '../../lib/page/ongoingWork.ts';
import { UnbrokenText } from '../../ui/display/UnbrokenText.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button, ButtonLink } from '../../ui/button/Button.tsx';
import { RadioCards } from '../../ui/field/RadioCards.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import { Switch } from '../../ui/field/Switch.tsx';
import { TextArea } from '../../ui/field/TextArea.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { useSubmitAttempt } from '../../ui/field/useSubmitAttempt.ts';
import {
  isProblem,
  isReportDraft,
  problems,
  type Problem,
  type ReportDraft,
} from './reportDraft.ts';
import { useSendReportMutation } from './supportApi.ts';
import { useProblemTexts } from './useProblemTexts.ts';

/** The highest number of characters that the server accepts. */
const longestNote = 1000;
const longestId = 20;
const longestSerial = 40;

export interface ReportFormProps {
  /** The id of the rider who owns the draft. */
  owner: string;
  /** The order and the station of the report, if they are known. The rider can remove them. */
  order: Order | null;
  stationId: string | null;
  /** The page that disputes the bill of the order; null if the bill cannot be disputed. */
  disputePath: string | null;
  /**
   * The button that scans the code of a charger or of a station.
   *
   * @param onFound called with the station or the charger that the code names.
   */
  scan: (onFound: (found: Scanned) => void) => ReactNode;
  onSent: (report: Report) => void;
}

/** What a scanned code names: a station, or a charger by its serial number. */
export type Scanned = { stationId: string } | { charger: string };

const nothing: ReportDraft = { problem: null, note: '', station: '' };

/**
 * Whether a rider with this problem is at a cabinet. That cabinet may differ from the cabinet of the order.
 */
const isAtStation = (problem: Problem | null) =>
  problem === 'cannotReturn' || problem === 'cabinetBroken';

/** Whether the problem is about one charger, which the rider holds. */
const isAboutCharger = (problem: Problem | null) =>
  problem === 'cannotReturn' || problem === 'doesNotCharge';

/**
 * A serial number has only printable ASCII characters without spaces. The form removes the spaces that the rider types.
 */
const serial = /^[\x21-\x7e]{1,40}$/;

/**
 * A form to report a problem: its kind, the station, and a description. The device stores an unsent draft.
 */
export function ReportForm({
  owner,
  order,
  stationId,
  disputePath,
  scan,
  onSent,
}: ReportFormProps) {
  const { t } = useTranslation(['help', 'titles', 'messages']);
  const textOf = useProblemTexts();
  const errorText = useErrorText();
  const offline = useConnection() === 'offline';
  const reasonId = useId();
  const [send, { error, isLoading }] = useSendReportMutation();
  const draft = useDraft(owner, 'report', nothing, isReportDraft);
  useOngoingWork('typing', draft.isDirty);
  // A draft from another page may have no station. For such a draft, use the station of the page that led
  // here.
  const [led, leave] = useState(draft.value.station === '' ? stationId : null);
  const [attached, attach] = useState(true);
  const [scanned, setScanned] = useState<Scanned | null>(null);
  const [tried, press] = useSubmitAttempt();
  const { problem, note } = draft.value;
  const station = led ?? draft.value.station;
  // A scanned code may name a station, whatever the problem is.
  const asksStation =
    isAtStation(problem) ||
    (order === null && stationId !== null) ||
    (scanned !== null && 'stationId' in scanned) ||
    station.trim() !== '';
  const asksCharger = isAboutCharger(problem);
  const charger = asksCharger ? (draft.value.charger ?? '').replaceAll(/\s/gu, '') : '';
  const isSerial = charger === '' || serial.test(charger);
  const typedId = asksStation && station.trim() !== '' ? parseStationId(station) : undefined;
  const stationField = useRef<HTMLInputElement>(null);
  const chargerField = useRef<HTMLInputElement>(null);
  // Focus the field that contains the scanned station or charger, so that the rider can check it.
  // Do this in an effect, because the station field may appear only after the scan.
  useEffect(() => {
    if (scanned === null) return;
    const field = 'charger' in scanned ? chargerField : stationField;
    field.current?.focus();
  }, [scanned]);
  const code = error === undefined ? null : apiErrorCode(error);

  const change = (part: Partial<ReportDraft>) => draft.change({ ...draft.value, ...part });

  const submit = async () => {
    press();
    if (problem === null || problem === 'chargedWrongly') return;
    if (typedId === null || !isSerial) return;
    const kind: ReportKind = problem;
    const { data } = await send({
      kind,
      note: note.trim(),
      ...(order !== null && attached && { orderId: order.id }),
      ...(typedId !== undefined && { stationId: typedId }),
      ...(charger !== '' && { charger }),
    });
    if (data === undefined) return;
    draft.forget();
    onSent(data);
  };

  const find = (found: Scanned) => {
    setScanned(found);
    if ('charger' in found) return change({ charger: found.charger });
    leave(null);
    change({ station: found.stationId });
  };

  const stationError = () => {
    if (tried && typedId === null) return t(($) => $.messages.stationIdWrong);
    return code === 'stationNotFound' ? t(($) => $.messages.stationIdWrong) : null;
  };
  const isFieldError = code === 'invalidInput' || code === 'stationNotFound';

  return (
    <Screen
      heading={t(($) => $.titles.orderProblem)}
      lead={t(($) => $.lead)}
      footer={
        problem === 'chargedWrongly' ? (
          <ButtonLink to={disputePath ?? '/history'}>
            {disputePath === null ? t(($) => $.toOrders) : t(($) => $.toCharge)}
          </ButtonLink>
        ) : (
          <>
            {offline ? <p id={reasonId}>{t(($) => $.offline)}</p> : null}
            <Button
              busy={isLoading}
              disabled={offline}
              describedBy={offline ? reasonId : undefined}
              onClick={() => void submit()}
            >
              {isLoading ? t(($) => $.sending) : t(($) => $.send)}
            </Button>
          </>
        )
      }
    >
      <RadioCards
        legend={t(($) => $.kind)}
        name="problem"
        value={problem}
        onChange={(value) => change({ problem: isProblem(value) ? value : null })}
        error={tried && problem === null ? t(($) => $.choose) : null}
        options={problems.map((value) => ({ value, label: textOf(value) }))}
      />
      {problem === 'chargedWrongly' ? (
        <Banner tone="info">{t(($) => $.charged)}</Banner>
      ) : (
        <>
          {order === null ? null : (
            <Switch
              label={
                <UnbrokenText
                  text={t(($) => $.attach, { number: order.number, station: order.station.name })}
                  number={order.number}
                />
              }
              checked={attached}
              onChange={attach}
              name="attachOrder"
            />
          )}
          {asksStation ? (
            <TextField
              label={t(($) => $.station)}
              name="reportStation"
              ref={stationField}
              value={station}
              onChange={(typed) => {
                leave(null);
                change({ station: typed });
              }}
              hint={t(($) => $.stationHint)}
              error={stationError()}
              speaksError
              autoCapitalize="characters"
              autoComplete="off"
              maxLength={longestId}
              optional
            />
          ) : null}
          {asksCharger ? (
            <TextField
              label={t(($) => $.charger)}
              name="reportCharger"
              ref={chargerField}
              value={draft.value.charger ?? ''}
              onChange={(typed) => change({ charger: typed })}
              hint={t(($) => $.chargerHint)}
              error={tried && !isSerial ? t(($) => $.chargerWrong) : null}
              speaksError
              autoCapitalize="characters"
              autoComplete="off"
              maxLength={longestSerial}
              optional
            />
          ) : null}
          {asksCharger ? scan(find) : null}
          <TextArea
            label={t(($) => $.note)}
            name="reportNote"
            value={note}
            onChange={(typed) => change({ note: typed })}
            hint={t(($) => $.noteHint)}
            maxLength={longestNote}
            error={code === 'invalidInput' ? t(($) => $.noteRefused) : null}
            optional
          />
        </>
      )}
      {error === undefined || isFieldError ? null : (
        <Banner tone="danger">
          <p role="alert">{errorText(error)}</p>
        </Banner>
      )}
    </Screen>
  );
}
