import { expect, test } from 'vitest';
import type { CallBound } from './callBounds.ts';
import { CallMeter, type EndCall } from './callMeter.ts';
import { callerNetwork } from './networks.ts';

const none = 1_000_000;
const bound: CallBound = {
  name: 'test',
  perMinute: none,
  inAllPerSecond: none,
  open: none,
  openInAll: none,
};

function meterOf(limits: Partial<CallBound>) {
  const meter = new CallMeter(1);
  const used = { ...bound, ...limits };
  const begin = (address: string, now = 0) => meter.begin(used, callerNetwork(address), now);
  const refusal = (address: string, now = 0) => {
    const begun = begin(address, now);
    return typeof begun === 'function' ? null : begun;
  };
  const open = (address: string): EndCall => {
    const begun = begin(address);
    if (typeof begun === 'function') return begun;
    throw new Error('refused');
  };
  return { refusal, open };
}

test('a caller above the limit per minute waits for the next minute, and other callers do not wait', () => {
  const { refusal } = meterOf({ perMinute: 2 });
  expect([refusal('a'), refusal('a'), refusal('b')]).toEqual([null, null, null]);
  expect(refusal('a', 45_000)).toEqual({ of: 'caller', retryAfter: 15 });
  expect(refusal('a', 60_000)).toBeNull();
});

test('a /64 network is one caller, and a /48 network counts as sixteen', () => {
  const { refusal } = meterOf({ perMinute: 2 });
  const home = (network: number, host: number) =>
    `2001:db8:1:${network.toString(16)}::${host.toString(16)}`;
  expect([refusal(home(0, 1)), refusal(home(0, 2))]).toEqual([null, null]);
  expect(refusal(home(0, 3))).toMatchObject({ of: 'caller' });
  // The refused call above also counts for the /48 network.
  for (let i = 1; i < 30; i++) expect(refusal(home(i, 1))).toBeNull();
  expect(refusal(home(30, 1))).toMatchObject({ of: 'caller' });
  expect(refusal('2001:db8:2::1')).toBeNull();
});

test('open calls are limited for each caller, for each /48 network and in total', () => {
  const ofCaller = meterOf({ open: 1 });
  const end = ofCaller.open('a');
  expect(ofCaller.refusal('a')).toEqual({ of: 'caller', retryAfter: 1 });
  ofCaller.open('b');
  end();
  end();
  ofCaller.open('a');
  expect(ofCaller.refusal('a')).not.toBeNull();

  const ofSite = meterOf({ open: 1 });
  for (let i = 0; i < 16; i++) ofSite.open(`2001:db8:1:${i.toString(16)}::1`);
  expect(ofSite.refusal('2001:db8:1:99::1')).toMatchObject({ of: 'caller' });
  ofSite.open('2001:db8:2:99::1');

  const inAll = meterOf({ openInAll: 2 });
  const first = inAll.open('a');
  inAll.open('b');
  expect(inAll.refusal('c')).toEqual({ of: 'all', retryAfter: 2 });
  first();
  inAll.open('c');
});

test('all callers together have a limit, and a refused call does not count against it', () => {
  const { refusal } = meterOf({ perMinute: 40, inAllPerSecond: 0.5 });
  for (let i = 0; i < 100; i++) refusal('refused later');
  const others = ['b', 'c', 'd'].map((caller) => refusal(caller));
  expect(others).toEqual([null, { of: 'all', retryAfter: 2 }, { of: 'all', retryAfter: 2 }]);
  expect(refusal('d', 10_000)).toBeNull();
});

test('callers with many calls get only half of the capacity', () => {
  const { refusal } = meterOf({ perMinute: 100, inAllPerSecond: 4 });
  let admitted = 0;
  for (let i = 0; i < 90; i++) if (refusal('flood') === null) admitted++;
  expect(admitted).toBe(20);
  const others = Array.from({ length: 30 }, (_, i) => refusal(`guest ${i}`));
  expect(others.filter((refused) => refused === null)).toHaveLength(20);
});

test('for any number of addresses, the server stores a limited number of counts, and still limits the calls', () => {
  const { refusal } = meterOf({ perMinute: 3 });
  for (let i = 0; i < 50_000; i++) refusal(`caller ${i}`);
  let refused = 0;
  for (let i = 0; i < 2_000; i++) if (refusal(`late ${i}`) !== null) refused++;
  expect(refused).toBeGreaterThan(1_000);
  expect(refusal('caller 7')).toBeNull();
});
