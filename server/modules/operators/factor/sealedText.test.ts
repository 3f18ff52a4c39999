import { expect, test } from 'vitest';
import { seal, unseal } from './sealedText.ts';

const [owner, key] = ['owner', 'a key of the tests with more than 32 characters'];

test('a text can be decrypted only with its key and for its owner', () => {
  const sealed = seal('secret', owner, key);
  expect(sealed).not.toContain('secret');
  expect(unseal(sealed, owner, key)).toBe('secret');
  expect(unseal(sealed, 'another owner', key)).toBeNull();
  expect(unseal(sealed, owner, `${key}.`)).toBeNull();
  expect(seal('secret', owner, key)).not.toBe(sealed);
});

test('a changed or shortened text cannot be decrypted', () => {
  const bytes = Buffer.from(seal('secret', owner, key), 'base64url');
  for (const place of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect(unseal(changed.toString('base64url'), owner, key)).toBeNull();
    expect(unseal(bytes.subarray(0, place).toString('base64url'), owner, key)).toBeNull();
  }
});
