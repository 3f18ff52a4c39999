import { describe, expect, test } from 'vitest';
import { formatAgo, formatDateTime, formatDuration, formatElapsed, formatTime } from './time.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

// Tests run in Chicago: six hours behind UTC in November.
test('a moment has one format, with plain spaces', () => {
  expect(formatDateTime('2026-11-20T19:05:00Z')).toBe('Nov 20, 2026, 1:05 PM');
  expect(formatDateTime('2026-11-20T06:00:00Z')).toBe('Nov 20, 2026, 12:00 AM');
  expect(formatTime('2026-11-20T17:23:00Z')).toBe('11:23 AM');
});

test.each([
  [-hour, null, null, null],
  [59 * second, null, null, null],
  [minute, '1 min ago', '1分钟前', 'hace 1 min'],
  [5 * minute + 50 * second, '5 min ago', '5分钟前', 'hace 5 min'],
  [3 * hour, '3 hr ago', '3小时前', 'hace 3 h'],
  [2 * day, '2 days ago', '2天前', 'hace 2 días'],
  [45 * day, '1 mo ago', '1个月前', 'hace 1 m'],
])('%i ms are said to be ago in short', (milliseconds, en, zh, es) => {
  const languages = ['en', 'zh-CN', 'es'];
  expect(languages.map((language) => formatAgo(milliseconds, language))).toEqual([en, zh, es]);
});

describe('formatDuration', () => {
  test.each([
    [0, '0 seconds', '0秒钟', '0 segundos'],
    [999, '0 seconds', '0秒钟', '0 segundos'],
    [second, '1 second', '1秒钟', '1 segundo'],
    [59 * second, '59 seconds', '59秒钟', '59 segundos'],
    [hour, '1 hour', '1小时', '1 hora'],
    [102 * minute + 9 * second, '1 hour 42 minutes', '1小时42分钟', '1 hora 42 minutos'],
    [day + 59 * minute, '1 day', '1天', '1 día'],
    [2 * day + 3 * hour, '2 days 3 hours', '2天3小时', '2 días 3 horas'],
    [45 * day, '1 month 15 days', '1个月15天', '1 mes 15 días'],
    [400 * day, '1 year 1 month', '1年1个月', '1 año 1 mes'],
    [-hour, '0 seconds', '0秒钟', '0 segundos'],
  ])('%d ms', (milliseconds, en, zh, es) => {
    expect(formatDuration(milliseconds, 'en')).toBe(en);
    expect(formatDuration(milliseconds, 'zh-CN')).toBe(zh);
    expect(formatDuration(milliseconds, 'es')).toBe(es);
  });
});

test.each([
  [0, '0:00'],
  [59 * second, '0:00'],
  [102 * minute, '1:42'],
  [30 * hour + 5 * minute, '30:05'],
  [-minute, '0:00'],
])('%d ms of a running rental', (milliseconds, text) => {
  expect(formatElapsed(milliseconds)).toBe(text);
});
