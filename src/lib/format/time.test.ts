import { expect, test } from 'vitest';
import { formatAgo, formatDateTime, formatElapsed, formatTime } from './time.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

// The tests run in the time zone of Chicago, which is six hours behind UTC in November.
test('dates and times have one format, with a no-break space only before AM or PM', () => {
  expect(formatDateTime('2026-11-20T19:05:00Z')).toBe('Nov 20, 2026, 1:05\u00A0PM');
  expect(formatDateTime('2026-11-20T06:00:00Z')).toBe('Nov 20, 2026, 12:00\u00A0AM');
  expect(formatTime('2026-11-20T17:23:00Z')).toBe('11:23\u00A0AM');
});

test.each([
  [-hour, null, null, null],
  [59 * second, null, null, null],
  [minute, '1 min ago', '1\u00A0分钟前', 'hace 1 min'],
  [5 * minute + 50 * second, '5 min ago', '5\u00A0分钟前', 'hace 5 min'],
  [3 * hour, '3 hr ago', '3\u00A0小时前', 'hace 3 h'],
  [2 * day, '2 days ago', '2\u00A0天前', 'hace 2 días'],
  [45 * day, '1 mo ago', '1\u00A0个月前', 'hace 1 m'],
])('%i ms ago is formatted in the short form', (milliseconds, en, zh, es) => {
  const languages = ['en', 'zh-CN', 'es'];
  expect(languages.map((language) => formatAgo(milliseconds, language))).toEqual([en, zh, es]);
});

test.each([
  [-day, null, null, null],
  [59 * second, null, null, null],
  [minute, '1 minute ago', '1\u00A0分钟前', 'hace 1 minuto'],
  [59 * minute, '59 minutes ago', '59\u00A0分钟前', 'hace 59 minutos'],
  [hour, '1 hour ago', '1\u00A0小时前', 'hace 1 hora'],
  [23 * hour, '23 hours ago', '23\u00A0小时前', 'hace 23 horas'],
  [day, '1 day ago', '1\u00A0天前', 'hace 1 día'],
  [29 * day, '29 days ago', '29\u00A0天前', 'hace 29 días'],
  [30 * day, '1 month ago', '1\u00A0个月前', 'hace 1 mes'],
  [364 * day, '11 months ago', '11\u00A0个月前', 'hace 11 meses'],
  [365 * day, '1 year ago', '1\u00A0年前', 'hace 1 año'],
  [800 * day, '2 years ago', '2\u00A0年前', 'hace 2 años'],
])('%i ms ago is formatted in the long form', (milliseconds, en, zh, es) => {
  const languages = ['en', 'zh-CN', 'es'];
  expect(languages.map((language) => formatAgo(milliseconds, language, 'long'))).toEqual([
    en,
    zh,
    es,
  ]);
});

test.each([
  [0, '0:00:00'],
  [59 * second, '0:00:59'],
  [102 * minute + 7 * second, '1:42:07'],
  [30 * hour + 5 * minute, '30:05:00'],
  [-minute, '0:00:00'],
])('%d ms of a running rental are formatted', (milliseconds, text) => {
  const { minutes, seconds } = formatElapsed(milliseconds);
  expect(minutes + seconds).toBe(text);
});
