// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { configApi } from '../../api/configApi.ts';
import { stationsApi } from '../../features/stations/stationsApi.ts';
import { configOfTests } from '../../testing/fakeNetwork.ts';
import { station } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';
import { saveLastVisit } from './lastVisit.ts';
import { aheadOf, priceIn, readLastVisit } from '../start/lastVisitData.ts';
import { createStore } from './store.ts';

beforeAll(() => startTexts());
beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', `/home?equip_id=${station.id}`);
  return () => vi.useRealTimers();
});

test.each(['2026-06-07T23:30:00Z', '2026-06-10T12:00:00Z'])(
  'the time zone offset of the stations and the price in words are saved with a visit, %s',
  (now) => {
    vi.useFakeTimers({ now: new Date(now) });
    const store = createStore();
    store.dispatch(
      configApi.util.upsertQueryEntries([
        { endpointName: 'getConfig', arg: undefined, value: configOfTests },
      ]),
    );
    const there = { ...station, timeZone: 'Asia/Tokyo' };
    store.dispatch(
      stationsApi.util.upsertQueryEntries([
        { endpointName: 'getStation', arg: station.id, value: there },
      ]),
    );
    saveLastVisit(store);
    const stored = readLastVisit();
    const here = -new Date(now).getTimezoneOffset();
    expect(stored && aheadOf(stored)).toEqual({ 'Asia/Tokyo': 540 - here });
    expect(stored && priceIn(stored, 'en')).toContainEqual({
      label: 'Rate',
      value: '$1.00 per started hour',
    });
  },
);
