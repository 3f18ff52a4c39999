import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Purpose } from '../../../contract/rules/firstScreen/purpose.ts';
import { slotMeter } from '../../../contract/rules/firstScreen/stationRow.ts';
import { stationFacts, stationSheet } from '../../../contract/rules/firstScreen/stationSheet.ts';
import { countsText, placeText } from '../../../contract/rules/firstScreen/stationTexts.ts';
import type { Fact } from '../../../contract/rules/firstScreen/stationSheet.ts';
import type { Station, StationSummary } from '../../../contract/stations.ts';
import { useCloseTarget } from './closeTarget.ts';
import { DataAge } from './DataAge.tsx';
import { useDirections } from './location/directions.ts';
import { usePosition } from './location/position.ts';
import { ShareStation } from './ShareStation.tsx';
import { StationRanOut } from './StationRanOut.tsx';
import { StationPhoto } from './StationPhoto.tsx';
import { useHours } from './hours/useHours.ts';
import { useOpenNow } from './hours/useOpenNow.ts';
import { useStationWords } from './useStationWords.ts';
import { useTariffWords } from './useTariffWords.ts';
import { WalkingDirection } from './location/WalkingDirection.tsx';
import { WeekHours } from './hours/WeekHours.tsx';
import { element } from '../../ui/link/element.ts';

export interface StationSheetProps {
  /** The full station. While the full station loads, this is the summary from a list. */
  station: Station | (StationSummary & { at?: string });
  /** Whether the full station may still load. If the value is false, the price stays unknown. */
  isPriceComing: boolean;
  /** What the user searches for: a charger, or a free slot. */
  purpose: Purpose;
  /** What the page shows directly below the counts, such as the rider's reservation. */
  notice?: ReactNode;
  /** Whether the notice already offers another station. */
  isNextOffered?: boolean;
  /** What the page adds below the facts. */
  extras?: ReactNode;
  /** Closes the sheet. */
  onClose: () => void;
}

/** The sheet of a station: address, counts and the complete price. Guests see the price, too. */
export function StationSheet({
  station,
  isPriceComing,
  purpose,
  notice,
  isNextOffered = false,
  extras,
  onClose,
}: StationSheetProps) {
  const { t } = useTranslation(['stations', 'common', 'sheet']);
  const words = useStationWords();
  const directions = useDirections();
  const tariffWords = useTariffWords();
  const hours = useHours(station);
  const isOpen = useOpenNow()(station);
  const position = usePosition();
  const closeTarget = useCloseTarget();
  const where = [station.floor, station.hint].filter((part) => part !== null).join(' · ');
  const whole = 'tariff' in station ? station : null;

  const unknownPrice = isPriceComing ? '…' : t(($) => $.common.priceUnavailable);
  const { prices, terms } = whole
    ? tariffWords(whole.tariff)
    : { prices: [{ label: t(($) => $.price), value: unknownPrice }], terms: [] };
  const facts: Fact<ReactNode>[] = [...terms];
  facts.push({ label: t(($) => $.hours), value: hours });
  if (where !== '') facts.push({ label: t(($) => $.sheet.place), value: where });
  if (position.status === 'known') {
    const value = <WalkingDirection from={position.point} to={station} />;
    facts.push({ label: t(($) => $.sheet.fromYou), value });
  }
  const content = {
    name: station.name,
    address: placeText(words, station.address, isOpen),
    counts: countsText(words, station, purpose),
    close: t(($) => $.closeStation),
    ...directions(station),
  };
  return stationSheet(
    element,
    content,
    slotMeter(element, station, purpose),
    stationFacts(element, words, station.id, prices, facts),
    {
      title: { tabIndex: -1 },
      close: { href: closeTarget, onClick: onClose },
      photo: whole?.photo ? (
        <StationPhoto key={whole.photo} {...whole} photo={whole.photo} />
      ) : null,
      notice: (
        <>
          {notice}
          {isNextOffered ? null : (
            <StationRanOut key={purpose} station={station} purpose={purpose} />
          )}
        </>
      ),
      more: [
        <WeekHours key="hours" {...station} />,
        // The extras load late, so they are below the facts, which must not move.
        <Fragment key="extras">{extras}</Fragment>,
        <ShareStation key="share" station={station} />,
        station.at === undefined ? null : (
          <p key="age">
            <DataAge at={station.at} />
          </p>
        ),
      ],
    },
  );
}
