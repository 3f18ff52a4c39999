import { expect, test } from 'vitest';
import { maxZoom, minZoom } from '../../contract/rules/places/tiles.ts';
import { chargerWaitSeconds, loadingMs } from '../../contract/rules/app/waits.ts';
import { readLogin } from '../features/auth/loginSlice.ts';
import {
  clickThrottleMs,
  defaultCallingCode,
  geolocationTimeoutMs,
  heatOpacity,
  heatRadius,
  noticeMs,
  pageCodeTimeoutMs,
  toastMs,
} from './constants.ts';

test('the constants have the values of the specification, section 9', () => {
  expect({
    defaultCallingCode,
    geolocationSeconds: geolocationTimeoutMs / 1000,
    pageCodeSeconds: pageCodeTimeoutMs / 1000,
    clickThrottleMs,
    toastMs,
    noticeMs,
    loadingMs,
    zoom: [minZoom, maxZoom],
    heat: [heatRadius, heatOpacity],
    noChargerMinutes: chargerWaitSeconds / 60,
  }).toEqual({
    defaultCallingCode: '1',
    geolocationSeconds: 10,
    pageCodeSeconds: 120,
    clickThrottleMs: 300,
    toastMs: 2000,
    noticeMs: 3000,
    loadingMs: 30_000,
    zoom: [1, 20],
    heat: [20, 0.2],
    noChargerMinutes: 2,
  });
  expect(readLogin(null).country_code).toBe(defaultCallingCode);
});
