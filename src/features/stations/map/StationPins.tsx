import { divIcon, marker, point } from 'leaflet';
import type { Marker } from 'leaflet';
import { useCallback, useEffect, useRef } from 'react';
import { useMap } from 'react-leaflet';
import { disarmCovered } from './coveredPins.ts';
import type { Pin } from './groupPins.ts';
import styles from './StationMap.module.css';

export interface StationPinsProps {
  pins: readonly Pin[];
  /** The id of the station whose sheet is open, or the nearest one. */
  highlighted: string | null;
  nameOf: (pin: Pin) => string;
  onPick: (pin: Pin) => void;
}

interface Drawn {
  marker: Marker;
  button: HTMLButtonElement;
}

/**
 * The pins as real buttons, outside of React: one component per marker would render a hundred of
 * them at each move. Those that stay are kept, so that the focus is never lost.
 */
export function StationPins({ pins, highlighted, nameOf, onPick }: StationPinsProps) {
  const map = useMap();
  const drawn = useRef(new Map<string, Drawn>());
  const shown = useRef(new WeakMap<HTMLButtonElement, Pin>());
  const picked = useRef(onPick);

  useEffect(() => {
    picked.current = onPick;
  }, [onPick]);

  const frame = useRef(0);
  /** Once per frame, when everything has its place. */
  const look = useCallback(() => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() =>
      disarmCovered([...drawn.current.values()].map(({ button }) => button)),
    );
  }, []);

  useEffect(() => {
    const before = drawn.current;
    const pick = (button: HTMLButtonElement) => {
      const pin = shown.current.get(button);
      if (pin) picked.current(pin);
    };
    const wanted = new Set(pins.map((pin) => pin.key));
    for (const [key, { marker }] of before) {
      if (wanted.has(key)) continue;
      marker.remove();
      before.delete(key);
    }
    for (const pin of pins) {
      const one = before.get(pin.key) ?? draw(pin, pick);
      if (!before.has(pin.key)) one.marker.addTo(map);
      before.set(pin.key, one);
      describe(one.button, pin, { name: nameOf(pin), isHighlighted: isAbout(pin, highlighted) });
      one.marker.setZIndexOffset(isAbout(pin, highlighted) ? 1000 : 0);
      shown.current.set(one.button, pin);
    }
    look();
  }, [map, pins, highlighted, nameOf, look]);

  useEffect(() => {
    map.on('moveend', look);
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    const sizes = new ResizeObserver(look);
    sizes.observe(document.body);
    return () => {
      map.off('moveend', look);
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
      sizes.disconnect();
    };
  }, [map, look]);

  useEffect(() => {
    const all = drawn.current;
    return () => {
      for (const { marker } of all.values()) marker.remove();
      all.clear();
    };
  }, []);

  return null;
}

function isAbout(pin: Pin, id: string | null): boolean {
  if (id === null) return false;
  return pin.kind === 'station' ? pin.station.id === id : pin.ids.includes(id);
}

function draw(pin: Pin, pick: (button: HTMLButtonElement) => void): Drawn {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = styles['pin'] ?? '';
  button.addEventListener('click', () => pick(button));
  const size = point(44, 52);
  const icon = divIcon({ html: button, className: '', iconSize: size, iconAnchor: [22, 26] });
  const place = pin.kind === 'station' ? pin.station : pin.cluster;
  return {
    marker: marker([place.lat, place.lng], { icon, keyboard: false, interactive: false }),
    button,
  };
}

function describe(
  button: HTMLButtonElement,
  pin: Pin,
  { name, isHighlighted }: { name: string; isHighlighted: boolean },
): void {
  const counts = pin.kind === 'station' ? pin.station : pin.cluster;
  const isOffline = pin.kind === 'station' && !pin.station.online;
  button.setAttribute('aria-label', name);
  button.dataset['kind'] = pin.kind;
  button.dataset['stock'] = isOffline ? 'offline' : counts.chargers > 0 ? 'some' : 'none';
  if (isHighlighted) button.dataset['highlighted'] = '';
  else delete button.dataset['highlighted'];
  button.textContent = isOffline ? '–' : String(counts.chargers);
}
