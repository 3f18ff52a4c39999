import { expect, test } from 'vitest';
import { timeOrDateText } from './textFormats.ts';

test.each([
  { what: 'the same day', at: '2026-11-03T05:59:00Z', text: '11:59 PM' },
  {
    what: 'the next day in the time zone of the station',
    at: '2026-11-03T06:00:00Z',
    text: 'Nov 3, 2026, 12:00 AM',
  },
])('a time on $what is shown as $text', ({ at, text }) => {
  const now = new Date('2026-11-03T04:30:00Z');
  expect(timeOrDateText(new Date(at), now, 'America/Chicago')).toBe(text);
});
