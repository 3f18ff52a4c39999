import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OpeningHours } from '../../../contract/stations.ts';
import { fromOsmHours, OpeningHoursError, readEntry, toOsmHours } from './openingHours.ts';

const work = '09:00-17:00';
const minute = fc.integer({ min: 0, max: 1439 });
const clock = (of: number) =>
  `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`;
const anyHours = fc.array(
  fc.option(
    fc.oneof(
      fc.constant('00:00-24:00'),
      fc
        .tuple(minute, minute)
        .filter(([start, end]) => start !== end)
        .map(([start, end]) => `${clock(start)}-${clock(end)}`),
    ),
  ),
  { minLength: 7, maxLength: 7 },
);

test('any hours are unchanged after formatting and parsing', () => {
  fc.assert(
    fc.property(anyHours, (hours) => {
      expect(fromOsmHours(toOsmHours(hours))).toEqual(OpeningHours.parse(hours));
    }),
  );
});

test.each([
  ['24/7', Array.from({ length: 7 }, () => '00:00-24:00')],
  ['Mo-Fr 09:00-17:00; Sa 10:00-14:00', [work, work, work, work, work, '10:00-14:00', null]],
  ['Mo-Su 18:00-02:00', Array.from({ length: 7 }, () => '18:00-02:00')],
  ['18:00-26:00', Array.from({ length: 7 }, () => '18:00-02:00')],
  ['Mo,We , Fr 9:00 - 17:00;', [work, null, work, null, work, null, null]],
  ['Fr-Mo 09:00-17:00', [work, null, null, null, work, work, work]],
  ['Mo-Su 09:00-17:00; We off', [work, work, null, work, work, work, work]],
  ['Mo', ['00:00-24:00', null, null, null, null, null, null]],
  ['off', [null, null, null, null, null, null, null]],
])('the hours %s are parsed', (text, hours) => {
  expect(fromOsmHours(text)).toEqual(hours);
});

test.each([
  ['', 'empty'],
  ['PH off', 'holidays'],
  ['Mo-Fr 09:00-17:00; PH off', 'holidays'],
  ['Mo-Fr 09:00-12:00,13:00-17:00', 'opens twice'],
  ['sunrise-sunset', 'not of the form'],
  ['Mo-Fr 09:00+', 'not of the form'],
  ['Mo-Xx 09:00-17:00', 'no day'],
  ['Mo-Fr 25:00-26:00', 'does not exist'],
  ['Mo-Fr 09:60-17:00', 'does not exist'],
  ['Mo-Fr 09:00-49:00', 'does not exist'],
  ['Mo-Fr 10:00-40:00', 'does not exist'],
  ['Mo-Fr 09:00-09:00', 'ends when it starts'],
  ['Jan-Mar Mo-Fr 09:00-17:00', 'not of the form'],
  ['Mo-Fr 09:00-17:00;;Sa off', 'empty'],
  ['"by appointment"', 'comment'],
])('the hours %s are refused with the reason', (text, reason) => {
  expect(() => fromOsmHours(text)).toThrow(OpeningHoursError);
  expect(() => fromOsmHours(text)).toThrow(reason);
});

test('opening hours with a wrong format or an impossible time are refused', () => {
  expect(readEntry('18:00-00:00')).toBe('18:00-00:00');
  for (const wrong of ['9:00-17:00', '24:00-02:00', '09:00-24:01', '', 'closed']) {
    expect(() => readEntry(wrong)).toThrow(OpeningHoursError);
  }
});
