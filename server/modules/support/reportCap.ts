import type { Dependencies } from '../../dependencies.ts';
import { transact } from '../../db/unitOfWork.ts';
import { CapReached } from '../auth/codes/codeCaps.ts';
import { openCase } from './cases.ts';

type Deps = Pick<Dependencies, 'db' | 'clock' | 'outbox' | 'changes' | 'log'>;

/** Opens a case, once a day, if the error means that a daily cap on codes is reached. Always throws the error again. */
export async function reportCap(deps: Deps, error: unknown): Promise<never> {
  if (error instanceof CapReached) {
    const { whose, limit } = error.cap;
    await transact(deps, async (work) => {
      const day = work.now.toISOString().slice(0, 10);
      const details = { country: whose, day, codes: limit };
      await openCase(work, { kind: 'codeCap', key: `${whose}:${day}`, details });
    });
  }
  throw error;
}
