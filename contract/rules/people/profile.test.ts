import { expect, test } from 'vitest';
import { birthDateProblem, emailPattern, isRealDay } from './profile.ts';

const day = (text: string) => {
  const [year = 0, month = 0, dayOfMonth = 0] = text.split('-').map(Number);
  return { year, month, day: dayOfMonth };
};

test.each([
  ['2024-02-29', true],
  ['2023-02-29', false],
  ['1900-02-29', false],
  ['2000-02-29', true],
  ['2026-04-31', false],
  ['2026-12-31', true],
])('%s is a valid date: %j', (text, expected) => {
  expect(isRealDay(day(text))).toBe(expected);
});

test.each([
  ['2013-11-21', '2026-11-21', null],
  ['2013-11-22', '2026-11-21', 'tooYoung'],
  ['2012-02-29', '2025-02-28', 'tooYoung'],
  ['2012-02-29', '2025-03-01', null],
  ['2026-11-22', '2026-11-21', 'birthDateInvalid'],
  ['1899-12-31', '2026-11-21', 'birthDateInvalid'],
  ['1990-02-30', '2026-11-21', 'birthDateInvalid'],
])('born on %s, checked on %s: %j', (birth, today, expected) => {
  expect(birthDateProblem(day(birth), day(today))).toBe(expected);
});

test.each([
  ['ana.ruiz@example.com', true],
  ['a_b-c.9@mail.example.co', true],
  ['Ana@example.com', false],
  ['ana@example', false],
  ['ana ruiz@example.com', false],
  ['ana+1@example.com', true],
  ['@example.com', false],
  ['ana@example.c', false],
])('%s is an email address: %j', (text, expected) => {
  expect(emailPattern.test(text)).toBe(expected);
});
