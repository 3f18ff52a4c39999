import { divIcon, marker, point } from 'leaflet';
import type { Map as LeafletMap, Marker } from 'leaflet';
import { useCallback, useEffect, useRef } from 'react';
import { useMap } from 'react-leaflet';
import { disableCovered } from './clusters/coveredPins.ts';
import { removeFirstPins } from './firstMap.ts';
import type { MapPin } from './pins.ts';

export interface StationPinsProps<P extends MapPin> {
  /** The pins in the order of the Tab key. */
  pins: readonly P[];
  onPick: (pin: P) => void;
}

interface Drawn<P extends MapPin> {
  marker: Marker;
  button: HTMLButtonElement;
  pin: P;
}

/**
 * Draws the pins as DOM buttons and not as React components, because hundreds of components would
 * render at each move. Each move reuses existing elements, so that no element loses the focus.
 */
export function StationPins<P extends MapPin>({ pins, onPick }: StationPinsProps<P>) {
  const map = useMap();
  const drawn = useRef(new Map<string, Drawn<P>>());
  const picked = useRef(onPick);

  useEffect(() => {
    picked.current = onPick;
  }, [onPick]);

  const frame = useRef(0);
  /**
   * Disables covered pins in the next frame. Several calls before that frame cause only one check.
   */
  const look = useCallback(() => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => {
      const { left, top } = map.getContainer().getBoundingClientRect();
      const placed = [...drawn.current.values()].map(({ button, marker }) => {
        const { x, y } = map.latLngToContainerPoint(marker.getLatLng());
        return { button, x: left + x, y: top + y };
      });
      disableCovered(map.getContainer(), placed);
    });
  }, [map]);

  useEffect(() => {
    const all = drawn.current;
    const wanted = new Set(pins.map(({ key }) => key));
    const hadFocus = [...all.values()].some(({ button }) => button === document.activeElement);
    for (const [key, { marker }] of all) {
      if (wanted.has(key)) continue;
      marker.remove();
      all.delete(key);
    }
    for (const pin of pins) {
      const one =
        all.get(pin.key) ??
        draw(map, pin, (key) => {
          const known = all.get(key);
          if (known) picked.current(known.pin);
        });
      show(one, pin);
      all.set(pin.key, one);
    }
    inOrder(pins.flatMap(({ key }) => all.get(key)?.marker.getElement() ?? []));
    if (pins.length > 0) {
      removeFirstPins((station) => all.get(station)?.button);
    }
    // If the pin with the focus has left the view, move the focus to the pin nearest to the center.
    if (hadFocus && document.activeElement === document.body) {
      const first = all.get(pins[0]?.key ?? '')?.button;
      (first ?? map.getContainer()).focus({ preventScroll: true });
    }
    look();
  }, [map, pins, look]);

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
      cancelAnimationFrame(frame.current);
      for (const { marker } of all.values()) marker.remove();
      all.clear();
    };
  }, []);

  return null;
}

/** The distance in pixels by which a finger may move during a tap. */
const slack = 10;

function draw<P extends MapPin>(map: LeafletMap, pin: P, onPick: (key: string) => void): Drawn<P> {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'map-pin';
  let pressed: { x: number; y: number } | null = null;
  button.addEventListener('pointerdown', ({ clientX: x, clientY: y }) => {
    pressed = { x, y };
  });
  button.addEventListener('click', (event) => {
    // Stop the event, because a click that reaches the map would close the popup of the pin.
    event.stopPropagation();
    // When a finger drags the map, a pin below the finger moves with the map and receives a click at the end
    // of the drag. Ignore such a click.
    const { x, y } = pressed ?? { x: event.clientX, y: event.clientY };
    pressed = null;
    // A click by keyboard has no coordinates. If a tap began on a pin of the first map, this button
    // gets only the click, so count the tap as not moved.
    if (event.detail === 0 || Math.hypot(event.clientX - x, event.clientY - y) < slack)
      onPick(pin.key);
  });
  const icon = divIcon({
    html: button,
    className: '',
    iconSize: point(44, 52),
    iconAnchor: [22, 26],
  });
  // The pins have their own pane, so that no other code changes the order of the pins.
  const pane = 'stations';
  if (map.getPane(pane) === undefined) map.createPane(pane).style.zIndex = '600';
  const options = { icon, pane, keyboard: false, interactive: false };
  const drawn = marker([pin.lat, pin.lng], options);
  return { marker: drawn.addTo(map), button, pin };
}

/** Writes only changed values, because a small move of the map changes few pins. */
function show<P extends MapPin>(one: Drawn<P>, pin: P): void {
  const { marker, button } = one;
  one.pin = pin;
  const at = marker.getLatLng();
  if (at.lat !== pin.lat || at.lng !== pin.lng) marker.setLatLng([pin.lat, pin.lng]);
  if (button.textContent !== pin.label) button.textContent = pin.label;
  write(button, 'aria-label', pin.name);
  write(button, 'data-kind', pin.kind);
  button.toggleAttribute('data-wide', pin.label.length > 3);
  write(button, 'data-stock', pin.stock);
  if (button.hasAttribute('data-highlighted') === pin.isHighlighted) return;
  button.toggleAttribute('data-highlighted', pin.isHighlighted);
  marker.setZIndexOffset(pin.isHighlighted ? 1000 : 0);
}

function write(button: HTMLButtonElement, name: string, value: string): void {
  if (button.getAttribute(name) !== value) button.setAttribute(name, value);
}

/**
 * Puts the elements into the order of the list `elements` in the document. Does not move the
 * element with the focus, because a moved element loses the focus.
 */
function inOrder(elements: readonly HTMLElement[]): void {
  const still = elements.findIndex((element) => element.contains(document.activeElement));
  const anchor = elements[still];
  const pane = elements[0]?.parentElement;
  if (!pane) return;
  for (const [index, element] of elements.entries()) {
    const before = elements[index - 1] ?? null;
    if (element === anchor || element.previousElementSibling === before) continue;
    if (index < still && anchor) pane.insertBefore(element, anchor);
    else pane.append(element);
  }
}
