import { expect, test } from 'vitest';
import { isFilledAtOnce, codeFromInput, completeCode } from './readCode.ts';

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['123-456', '123456'],
  ['１２３４５６', '123456'],
  ['12345', null],
  ['1234567', null],
  ['', null],
])('the complete code in %j is %j', (typed, code) => {
  expect(completeCode(typed)).toBe(code);
});

test('a pasted message leaves only its code in the field', () => {
  expect(codeFromInput('Your code is 482913. Do not share it.')).toBe('482913');
  expect(codeFromInput('您的验证码是482913，10分钟内有效')).toBe('482913');
  expect(codeFromInput('no code here')).toBe('no code here');
  expect(codeFromInput('12 34')).toBe('12 34');
});

test.each([
  ['', '123456', true],
  ['12', '123456', true],
  ['12345', '123456', false],
  ['123 45', '123 456', false],
  ['111111', '222222', true],
  ['111111', '111112', false],
  ['', '12345', false],
])('whether a change from %j to %j fills in a code at once: %j', (before, after, expected) => {
  expect(isFilledAtOnce(before, after)).toBe(expected);
});
