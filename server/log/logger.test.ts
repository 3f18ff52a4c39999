import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

function logged(fields: object, message = 'something happened'): unknown {
  let line = '';
  createLogger('trace', { write: (text: string) => void (line = text) }).error(fields, message);
  return JSON.parse(line);
}

test('logs the fields that explain a failure', () => {
  const explained = {
    findings: ['payment p1 kept 100 but 0 is booked'],
    why: 'the push service answered 413',
    notificationId: '0b7f8f5e-6a0e-4c53-9d8a-2f1de4f0c001',
  };
  expect(logged(explained)).toMatchObject(explained);
});

test('omits fields that are not on the list, and masks long numbers in texts', () => {
  const line = logged(
    { phone: '+13125550123', body: { name: 'Ana' }, why: 'no answer from +1 312 555 0123' },
    'card 4242 4242 4242 4242 was refused',
  );
  expect(line).toMatchObject({
    why: 'no answer from [number]',
    msg: 'card [number] was refused',
  });
  expect(line).not.toHaveProperty('phone');
  expect(line).not.toHaveProperty('body');
});
