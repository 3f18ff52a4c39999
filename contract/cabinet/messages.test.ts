import { expect, test } from 'vitest';
import { CabinetEvent } from './messages.ts';

test('an unknown reason of a failed parameter is a fault', () => {
  const place = { bootId: 'boot', seq: 1, oldest: 1, at: null };
  const failed = { ...place, type: 'parameterFailed', command: 'operator:1', name: 'volume' };
  expect(CabinetEvent.parse({ ...failed, reason: 'muted' })).toMatchObject({ reason: 'fault' });
  expect(CabinetEvent.parse({ ...failed, reason: 'expired' })).toMatchObject({ reason: 'expired' });
});
