import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sessionAbsoluteMs, sessionExpiry, sessionIdleMs } from './session.ts';

const gaps = fc.array(fc.integer({ min: 1, max: sessionIdleMs * 1.3 }), { maxLength: 30 });

test('a session ends at its idle limit or at its age limit, whichever comes first', () => {
  fc.assert(
    fc.property(gaps, (pauses) => {
      const createdAt = new Date(0);
      let lastSeenAt = createdAt;
      let now = 0;
      for (const pause of pauses) {
        now += pause;
        const end = sessionExpiry({ createdAt, lastSeenAt }, new Date(now));
        const isOld = now >= sessionAbsoluteMs;
        const wasIdle = now - lastSeenAt.getTime() >= sessionIdleMs;
        expect(end).toBe(isOld ? 'absoluteExpired' : wasIdle ? 'idleExpired' : null);
        if (end) return;
        lastSeenAt = new Date(now);
      }
    }),
  );
});
