import { useTranslation } from 'react-i18next';
import type { Station, StationSummary } from '../../../contract/stations.ts';
import { useCloseTarget } from './closeTarget.ts';
import { DataAge } from './DataAge.tsx';
import { useDirections } from './location/directions.ts';
import { CloseIcon } from './icons.tsx';
import { SlotMeter } from './SlotMeter.tsx';
import { usePosition } from './location/position.ts';
import { StationRanOut } from './StationRanOut.tsx';
import { StationPhoto } from './StationPhoto.tsx';
import { DirectionsLink } from './StationRow.tsx';
import { useHours } from './hours/useHours.ts';
import { useStationWords } from './useStationWords.ts';
import { useTariffWords } from './useTariffWords.ts';
import { WalkingDirection } from './location/WalkingDirection.tsx';
import { WeekHours } from './hours/WeekHours.tsx';
import { Link } from '../../ui/link/Link.tsx';

export interface StationSheetProps {
  /** The full station, or the summary from a list while it loads. */
  station: Station | (StationSummary & { at?: string });
  /** Whether the full station may still load; otherwise its price is unknown. */
  isPriceComing: boolean;
  /** What the person looks for: a charger, or a free slot. */
  purpose: 'rent' | 'return';
  /** Closes the sheet. */
  onClose: () => void;
}

/** One station: place, counts, and the complete price, also for guests. */
export function StationSheet({ station, isPriceComing, purpose, onClose }: StationSheetProps) {
  const { t } = useTranslation(['stations', 'common']);
  const words = useStationWords();
  const directions = useDirections();
  const tariffWords = useTariffWords();
  const hours = useHours(station);
  const position = usePosition();
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
        <Link
          className="home-round"
          to={useCloseTarget()}
          aria-label={t(($) => $.closeStation)}
          onClick={onClose}
        >
          <CloseIcon />
        </Link>
      </div>
      <div className="st-summary">
        <span className="st-counts">
          <SlotMeter {...station} />
          <span>{words.counts(station)}</span>
        </span>
        <DirectionsLink {...directions(station)} />
      </div>
      <StationRanOut key={purpose} station={station} purpose={purpose} />
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
        {position.status === 'known' ? (
          <Fact
            label={t(($) => $.fromYou)}
            value={<WalkingDirection from={position.point} to={station} />}
          />
        ) : null}
      </dl>
      <WeekHours {...station} />
      {whole?.photo ? (
        <StationPhoto key={whole.photo} photo={whole.photo} name={whole.name} />
      ) : null}
      {station.at === undefined ? null : (
        <p>
          <DataAge at={station.at} />
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
