import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EmailText } from './EmailText.tsx';
import { UnbrokenText } from './UnbrokenText.tsx';

const htmlOf = (element: React.ReactNode) => render(element).container.innerHTML;

test('a number stays on one line with the punctuation after it, and a copy of the text has no additional characters', () => {
  const text = 'We have your report: case C-4JQP-WP7Y.';
  expect(htmlOf(<UnbrokenText text={text} number="C-4JQP-WP7Y" />)).toBe(
    'We have your report: case <span class="unbroken">C-4JQP-WP7Y.</span>',
  );
  expect(htmlOf(<UnbrokenText text="编号为 C-4JQP-WP7Y。请稍候。" number="C-4JQP-WP7Y" />)).toBe(
    '编号为 <span class="unbroken">C-4JQP-WP7Y。</span>请稍候。',
  );
  expect(htmlOf(<UnbrokenText text="Sent." number="C-4JQP-WP7Y" />)).toBe('Sent.');
});

test('a line breaks within an email address only after an @ or a full stop, not within a short domain, and a copy of the address has no additional characters', () => {
  const text = 'Enter the code sent to ana-b.c@example.com now.';
  expect(htmlOf(<EmailText text={text} address="ana-b.c@example.com" />)).toBe(
    'Enter the code sent to <span class="unbroken">ana-b.<wbr>c@<wbr>example.com</span> now.',
  );
  const long = 'ana@mail.students.university.example.com';
  expect(htmlOf(<EmailText text={long} address={long} />)).toBe(
    '<span class="unbroken">ana@<wbr>mail.<wbr>students.<wbr>university.<wbr>example.<wbr>com</span>',
  );
});
