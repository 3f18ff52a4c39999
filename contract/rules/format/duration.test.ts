import { expect, test } from 'vitest';
import { formatDuration } from './duration.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [0, '0 seconds', '0\u00A0秒', '0 segundos'],
  [999, '0 seconds', '0\u00A0秒', '0 segundos'],
  [second, '1 second', '1\u00A0秒', '1 segundo'],
  [59 * second, '59 seconds', '59\u00A0秒', '59 segundos'],
  [hour, '1 hour', '1\u00A0小时', '1 hora'],
  [102 * minute + 9 * second, '1 hour 42 minutes', '1\u00A0小时 42\u00A0分钟', '1 hora 42 minutos'],
  [day + 59 * minute, '1 day', '1\u00A0天', '1 día'],
  [2 * day + 3 * hour, '2 days 3 hours', '2\u00A0天 3\u00A0小时', '2 días 3 horas'],
  [45 * day, '1 month 15 days', '1\u00A0个月 15\u00A0天', '1 mes 15 días'],
  [400 * day, '1 year 1 month', '1\u00A0年 1\u00A0个月', '1 año 1 mes'],
  [-hour, '0 seconds', '0\u00A0秒', '0 segundos'],
])('a duration of %d ms is formatted in each language', (milliseconds, en, zh, es) => {
  expect(formatDuration(milliseconds, 'en')).toBe(en);
  expect(formatDuration(milliseconds, 'zh-CN')).toBe(zh);
  expect(formatDuration(milliseconds, 'es')).toBe(es);
});
