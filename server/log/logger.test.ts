import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

function logged(fields: object, message = 'something happened'): unknown {
  let line = '';
  createLogger('trace', { write: (text: string) => void (line = text) }).error(fields, message);
  return JSON.parse(line);
}

test('the log contains the fields that explain a failure', () => {
  const explained = {
    findings: ['payment p1 kept 100 but 0 is booked'],
    why: 'the push service answered 413',
    notificationId: '0b7f8f5e-6a0e-4c53-9d8a-2f1de4f0c001',
  };
  expect(logged(explained)).toMatchObject(explained);
});

test('the log omits fields that are not on the list, and masks long numbers in texts', () => {
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

test('the log masks e-mail addresses in texts and errors', () => {
  const err = new Error('550 5.1.1 <ana.lopez+go@mail.example.com>: unknown user');
  const line = logged(
    { err, why: 'no answer from mailto:ana@example.com' },
    'to <ana@example.com>',
  );
  expect(line).toMatchObject({
    why: 'no answer from mailto:[e-mail]',
    msg: 'to <[e-mail]>',
    err: { message: '550 5.1.1 <[e-mail]>: unknown user' },
  });
  expect(JSON.stringify(line)).not.toContain('example.com');
});

test('the log keeps the names of files in a stack', () => {
  const line = logged({ err: new Error('it failed') });
  expect(JSON.stringify(line)).toContain('server/log/logger.test.ts');
});

test('the log omits the values that the database refused', () => {
  const err = Object.assign(new Error('invalid input syntax for type integer: "Ana Lopez"'), {
    code: '22P02',
  });
  expect(logged({ err })).toMatchObject({
    err: { message: 'invalid input syntax for type integer: [value]', code: '22P02' },
  });
  expect(JSON.stringify(logged({ err }))).not.toContain('Ana');
  const unique = Object.assign(new Error('violates unique constraint "users_phone"'), {
    code: '23505',
  });
  expect(logged({ err: unique })).toMatchObject({ err: { message: unique.message } });
});
