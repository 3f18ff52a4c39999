import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeInternalPath } from './internalPath.ts';

describe('safeInternalPath', () => {
  test.each([
    '/home',
    '/payment/unlockChanger?equip_id=A10427',
    '/history/detail?orderId=1#total',
    '/home?link=https%3A%2F%2Fexample.com%2FA10427',
  ])('the path %s is accepted', (path) => {
    expect(safeInternalPath(path)).toBe(path);
  });

  test.each([
    null,
    undefined,
    '',
    'home',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/ /evil.example',
    '/\u0000/evil.example',
    '/.//evil.example',
    '/home/..//evil.example',
    '/%2fevil.example',
    '/%2F%2Fevil.example',
    '/%5cevil.example',
    '/./%2fevil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'https://evil.example',
    'https:/evil.example',
    'http:evil.example',
    '@evil.example',
    '.evil.example',
  ])('the path %o is rejected', (attack) => {
    expect(safeInternalPath(attack)).toBe('/home');
  });

  test('a path never leads to another host', () => {
    const parts = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '\t',
      '\n',
      ' ',
      'evil',
      '@',
      ':',
      '?',
      '#',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (pieces) => {
        const path = safeInternalPath(pieces.join(''));
        expect(new URL(path, 'https://app.example').host).toBe('app.example');
        expect(decodeURIComponent(path.split(/[?#]/)[0] ?? '')).not.toMatch(/^[/\\]{2}/);
      }),
      { numRuns: 2_000 },
    );
  });
});
