import { useCallback, useEffect, useState } from 'react';
import { every } from './heartbeat.ts';

/**
 * - `absent`: the device has no compass, or has not sent a value yet.
 * - `unasked`: the browser requires a permission, for which the app can ask only on a tap.
 */
type CompassState =
  | { status: 'absent' | 'unasked' | 'refused' }
  | {
      status: 'known';
      /** The direction of the top of the screen, in degrees clockwise from north. */
      heading: number;
    };

/** In degrees. A smaller turn is noise of the sensor. */
const minTurn = 5;

/**
 * In milliseconds. A compass sends sixty events per second. One event per second is enough for an
 * arrow, and leaves the processor asleep in between.
 */
const measureEveryMs = 1000;

/** Safari has this function, and the other browsers do not. */
function permissionRequest(): (() => Promise<unknown>) | null {
  if (typeof DeviceOrientationEvent === 'undefined') return null;
  const request: unknown = Reflect.get(DeviceOrientationEvent, 'requestPermission');
  return typeof request === 'function'
    ? async () => Reflect.apply(request, DeviceOrientationEvent, [])
    : null;
}

/**
 * Returns the direction of the top of the screen, in degrees clockwise from north. Returns null if
 * the event contains no direction relative to north.
 */
function headingOf(event: DeviceOrientationEvent): number | null {
  // Safari measures clockwise from north. The standard measures counterclockwise.
  const ofSafari: unknown = Reflect.get(event, 'webkitCompassHeading');
  const ofDevice =
    typeof ofSafari === 'number'
      ? ofSafari
      : event.absolute && event.alpha !== null
        ? 360 - event.alpha
        : null;
  if (ofDevice === null || !Number.isFinite(ofDevice)) return null;
  // The sensor measures the top of the device, but the screen may be turned.
  const turned = 'orientation' in screen ? screen.orientation.angle : 0;
  return (ofDevice + turned) % 360;
}

const start = (): CompassState => ({
  status: permissionRequest() === null ? 'absent' : 'unasked',
});

/**
 * Follows the compass of the device. Never shows a prompt, except when `ask` is called. Call `ask` only on a
 * tap, because the browser refuses any other call.
 */
export function useCompassHeading(isNeeded: boolean): CompassState & { ask: () => void } {
  const [state, setState] = useState(start);
  // Listening shows no prompt. Some browsers send values without a permission.
  const isListening = isNeeded && state.status !== 'refused';

  useEffect(() => {
    if (!isListening) return;
    const follow = (event: Event) => {
      if (!(event instanceof DeviceOrientationEvent)) return;
      const heading = headingOf(event);
      // A device without a compass sends one empty event.
      if (heading === null && event.alpha === null) return;
      removeEventListener(event.type, follow);
      if (heading === null) return;
      setState((before) => {
        const turn = before.status === 'known' ? Math.abs(heading - before.heading) : 180;
        return before.status === 'known' && Math.min(turn, 360 - turn) < minTurn
          ? before
          : { status: 'known', heading };
      });
    };
    const names = ['deviceorientationabsolute', 'deviceorientation'];
    const listen = () => {
      for (const name of names) addEventListener(name, follow);
    };
    listen();
    const end = every(measureEveryMs, listen);
    return () => {
      end();
      for (const name of names) removeEventListener(name, follow);
    };
  }, [isListening]);

  const ask = useCallback(() => {
    const request = permissionRequest();
    void request?.().then(
      (answer) => setState({ status: answer === 'granted' ? 'absent' : 'refused' }),
      () => setState({ status: 'refused' }),
    );
  }, []);
  return { ...state, ask };
}
