import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Station, StationSummary } from '../../../contract/stations.ts';
import { useNow } from '../../lib/time.ts';
import { DataAge } from './DataAge.tsx';
import { CloseIcon } from './icons.tsx';
import { Meter } from './Meter.tsx';
import { formatMinuteOfDay, openState } from './openingHours.ts';
import { Directions } from './StationRow.tsx';
import { useStationWords } from './useStationWords.ts';
import { useTariffWords } from './useTariffWords.ts';

export interface StationSheetProps {
  /** The whole truth, or what a list already knows while that comes. */
  station: Station | StationSummary;
  /** Whether the whole truth may still come; else its price is not known. */
  isPriceComing: boolean;
}

/** One station: where it is, what it has, and the whole price before anyone logs in. */
export function StationSheet({ station, isPriceComing }: StationSheetProps) {
  const { t } = useTranslation(['stations', 'common']);
  const words = useStationWords();
  const tariffWords = useTariffWords();
  const hours = useHours(station);
  const where = [station.floor, station.hint].filter((part) => part !== null).join(' · ');
  const whole = 'tariff' in station ? station : null;
  const price = whole === null ? [] : tariffWords(whole.tariff);

  return (
    <div className="st-sheet">
      <div className="st-top">
        <div>
          <h2 className="st-title" tabIndex={-1}>
            {station.name}
          </h2>
          <p className="st-line">{station.address}</p>
        </div>
        <Link className="home-round" to="/home" aria-label={t(($) => $.closeStation)}>
          <CloseIcon />
        </Link>
      </div>
      <div className="st-summary">
        <span className="st-counts">
          <Meter {...station} />
          <span>{words.counts(station)}</span>
        </span>
        <Directions station={station} />
      </div>
      <dl className="st-facts">
        <Fact label={t(($) => $.stationId)} value={<bdi>{station.id}</bdi>} />
        {price.map((row) => (
          <Fact key={row.label} {...row} />
        ))}
        {whole === null ? (
          <Fact
            label={t(($) => $.price)}
            value={isPriceComing ? '…' : t(($) => $.common.priceUnavailable)}
          />
        ) : null}
        <Fact label={t(($) => $.hours)} value={hours} />
        {where === '' ? null : <Fact label={t(($) => $.place)} value={where} />}
      </dl>
      {whole === null ? null : (
        <p>
          <DataAge at={whole.at} />
        </p>
      )}
    </div>
  );
}

function Fact({ label, value }: { label: string; value: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function useHours({ hours, timeZone }: StationSummary): string {
  const { t } = useTranslation('stations');
  const state = openState(hours, timeZone, useNow(60_000));
  if (state.open) {
    return state.allDay
      ? t(($) => $.openAllDay)
      : t(($) => $.openUntil, { time: formatMinuteOfDay(state.until) });
  }
  return state.opensAt === null
    ? t(($) => $.closed)
    : t(($) => $.opensAt, { time: formatMinuteOfDay(state.opensAt) });
}
