import { popup } from 'leaflet';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useMap } from 'react-leaflet';
import type { Purpose } from '../../../../contract/rules/firstScreen/purpose.ts';
import { directionsIcon } from '../../../../contract/rules/firstScreen/icons.ts';
import { directionsLink, slotMeter } from '../../../../contract/rules/firstScreen/stationRow.ts';
import { closeIcon } from '../../../../contract/rules/firstScreen/stationSheet.ts';
import { countsText } from '../../../../contract/rules/firstScreen/stationTexts.ts';
import type { StationSummary } from '../../../../contract/stations.ts';
import type { Point } from '../../../lib/format/geo.ts';
import { useDirections } from '../location/directions.ts';
import { useHours } from '../hours/useHours.ts';
import { useStationWords } from '../useStationWords.ts';
import { element } from '../../../ui/link/element.ts';
import { coveredBySheet } from './shownView.ts';
import styles from './StationMap.module.css';

export interface StationPopupProps {
  at: Point;
  /** One station, or several stations at the same position. */
  stations: readonly StationSummary[];
  purpose: Purpose;
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** The distance in pixels from the pin's position to the popup above it. */
const lift = 20;
/** The height in pixels of the bar that may cover the top of the map. */
const bar = 76;
const edge = 12;
/** The padding of the popup around its content, in pixels. */
const frame = 18;

/** The popup of a pin: a summary of the station, directions, and a link to open it. */
export function StationPopup({ at, stations, purpose, onOpen, onClose }: StationPopupProps) {
  const map = useMap();
  const [content] = useState(() => document.createElement('div'));
  const closed = useRef(onClose);
  const opener = useRef<Element | null>(null);
  const { lat, lng } = at;

  useEffect(() => {
    closed.current = onClose;
  }, [onClose]);

  useEffect(() => {
    opener.current = document.activeElement;
    const width = Math.min(300, map.getSize().x - 2 * (edge + frame));
    const isUnderBar = map.getContainer().getBoundingClientRect().top <= 0;
    const shown = popup({
      className: styles['popup'] ?? '',
      closeButton: false,
      closeOnEscapeKey: false,
      offset: [0, -lift],
      minWidth: width,
      maxWidth: width,
      autoPanPaddingTopLeft: [edge, isUnderBar ? bar : edge],
      autoPanPaddingBottomRight: [edge, coveredBySheet() + edge],
    });
    const forget = () => closed.current();
    shown.setLatLng([lat, lng]).setContent(content).openOn(map).on('remove', forget);
    content.querySelector<HTMLElement>('[role="dialog"]')?.focus({ preventScroll: true });
    return () => {
      shown.off('remove', forget).remove();
    };
  }, [map, content, lat, lng]);

  const leave = useCallback(() => {
    const pin = opener.current;
    const back = pin instanceof HTMLElement && pin.isConnected ? pin : map.getContainer();
    // The pin may be inert, because the map has moved and something covers the pin. Make the pin focusable
    // again.
    back.removeAttribute('inert');
    back.focus({ preventScroll: true });
    closed.current();
  }, [map]);

  useEffect(() => {
    const byKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      leave();
    };
    content.addEventListener('keydown', byKey);
    return () => content.removeEventListener('keydown', byKey);
  }, [content, leave]);

  const [station, ...others] = stations;
  if (station === undefined) return null;
  return createPortal(
    others.length === 0 ? (
      <Frame label={station.name} onClose={leave}>
        <Info station={station} purpose={purpose} onOpen={onOpen} />
      </Frame>
    ) : (
      <Several stations={stations} purpose={purpose} onOpen={onOpen} onClose={leave} />
    ),
    content,
  );
}

interface FrameProps {
  label: string;
  onClose: () => void;
  children: React.ReactNode;
}

function Frame({ label, onClose, children }: FrameProps) {
  const { t } = useTranslation('common');
  return (
    <div className={styles['info']} role="dialog" aria-label={label} tabIndex={-1}>
      <button
        type="button"
        className={styles['close']}
        aria-label={t(($) => $.close)}
        onClick={onClose}
      >
        {closeIcon(element)}
      </button>
      {children}
    </div>
  );
}

type InfoProps = Pick<StationPopupProps, 'purpose' | 'onOpen'> & { station: StationSummary };

function Info({ station, purpose, onOpen }: InfoProps) {
  const { t } = useTranslation('map');
  const words = useStationWords();
  const directions = useDirections();
  const hours = useHours(station);
  return (
    <>
      <p className="st-name">{station.name}</p>
      <p className="st-line">{station.address}</p>
      <p className="st-counts">
        {slotMeter(element, station, purpose)}
        <span>{countsText(words, station, purpose)}</span>
      </p>
      <p className="st-line">{hours}</p>
      <div className={styles['actions']}>
        <button type="button" className={styles['open']} onClick={() => onOpen(station.id)}>
          {t(($) => $.openStation)}
        </button>
        {directionsLink(element, directions(station), directionsIcon(element))}
      </div>
    </>
  );
}

type SeveralProps = Pick<StationPopupProps, 'stations' | 'purpose' | 'onOpen' | 'onClose'>;

function Several({ stations, purpose, onOpen, onClose }: SeveralProps) {
  const { t } = useTranslation('map');
  const words = useStationWords();
  return (
    <Frame label={t(($) => $.here, { count: stations.length })} onClose={onClose}>
      <p className="st-name">{t(($) => $.here, { count: stations.length })}</p>
      <ul className={styles['several']}>
        {stations.map((station) => (
          <li key={station.id}>
            <button type="button" onClick={() => onOpen(station.id)}>
              <span className="st-name">{station.name}</span>
              <span className="st-line">{countsText(words, station, purpose)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Frame>
  );
}
