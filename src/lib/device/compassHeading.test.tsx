import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useCompassHeading } from './compassHeading.ts';

/** jsdom has no such event. */
class FakeOrientationEvent extends Event {
  readonly absolute = true;
  readonly alpha: number | null;
  constructor(alpha: number | null) {
    super('deviceorientationabsolute');
    this.alpha = alpha;
  }
}

beforeEach(() => {
  vi.stubGlobal('DeviceOrientationEvent', FakeOrientationEvent);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The device turns by 1.1 degrees with each event, and sends sixty events per second. */
function turnForSeconds(seconds: number): void {
  for (let frame = 0; frame < 60 * seconds; frame++) {
    act(() => {
      dispatchEvent(new FakeOrientationEvent(360 - ((1.1 * frame) % 360)));
      vi.advanceTimersByTime(1000 / 60);
    });
  }
}

test('a compass with sixty events per second updates the screen once per second', () => {
  let renders = 0;
  const { result } = renderHook(() => {
    renders += 1;
    return useCompassHeading(true);
  });
  expect(result.current.status).toBe('absent');
  renders = 0;
  turnForSeconds(5);
  expect(result.current.status).toBe('known');
  expect(renders).toBeGreaterThanOrEqual(5);
  expect(renders).toBeLessThanOrEqual(7);
});

test('an empty event of a device without a compass changes nothing, and a later value counts', () => {
  const { result } = renderHook(() => useCompassHeading(true));
  act(() => {
    dispatchEvent(new FakeOrientationEvent(null));
  });
  expect(result.current.status).toBe('absent');
  act(() => {
    dispatchEvent(new FakeOrientationEvent(270));
  });
  expect(result.current).toMatchObject({ status: 'known', heading: 90 });
});
