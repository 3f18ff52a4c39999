import { canonicalJson } from '../../text/canonicalJson.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { operatorActionOf, recordOperatorAction } from '../audit/operatorActions.ts';
import type { Act } from './guard.ts';
import { OpsError } from './opsError.ts';

/**
 * The requested act. A second act with the same key must have the same operator, action, subject
 * and details.
 */
interface Asked {
  action: string;
  /**
   * The number or the id of the record that the operator changes; null if the subject is known only
   * after the act.
   */
  subject: string | null;
  details?: object;
}

/** The result of an act, for the answer and for the record of operators. */
interface Done<Answer> {
  answer: Answer;
  /** The stored form of the subject, if the operator wrote it in another form, or if the act created the subject. */
  subject?: string;
  before?: object;
  after?: object;
  /**
   * Values that the act generated, such as the id of a new key. The record of operators stores them with the details.
   */
  made?: object;
}

type Recorded = NonNullable<Awaited<ReturnType<typeof operatorActionOf>>>;

interface Runs<Answer> {
  run: () => Promise<Done<Answer>>;
  /** The answer to a repeated act, which changes nothing. */
  again: (recorded: Recorded) => Promise<Answer>;
  /**
   * A repeated act gets an answer only within this time after the act. Without this value, a
   * repeated act always gets an answer.
   */
  againWithinMs?: number;
}

/**
 * The time in which a repeated act shows personal data again. After this time, the operator needs a new act, which
 * makes its own entry in the record.
 */
export const shownAgainMs = 10 * 60_000;

/**
 * Runs an act of an operator once for each idempotency key, and records it in the same transaction. Acts with the same
 * key run one after the other.
 *
 * @throws {OpsError} keyReused if another act had the same key, or if the act is repeated after `againWithinMs`.
 */
export async function actOnce<Answer extends object>(
  work: UnitOfWork,
  { action, subject: asked, details = {} }: Asked,
  act: Act,
  { run, again, againWithinMs }: Runs<Answer>,
): Promise<Answer & { repeated: boolean }> {
  const recorded = await operatorActionOf(work, act.key);
  if (recorded) {
    const isSame =
      recorded.action === action &&
      recorded.who === act.who &&
      (asked === null || isSameName(recorded.subject, asked)) &&
      isPartOf(details, recorded.details);
    if (!isSame) throw new OpsError('keyReused', 'This idempotency key was used for another act.');
    if (againWithinMs !== undefined && work.now >= addMs(recorded.at, againWithinMs)) {
      throw new OpsError('keyReused', 'This idempotency key is too old to repeat its act.');
    }
    return { ...(await again(recorded)), repeated: true };
  }
  const { answer, subject = asked, made, before, after } = await run();
  if (subject === null) throw new Error(`the act ${action} has no subject`);
  await recordOperatorAction(work, {
    action,
    subject,
    details: { ...details, ...made },
    ...(before && { before }),
    ...(after && { after }),
    ...act,
  });
  return { ...answer, repeated: false };
}

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Whether the stored details contain all requested details. They may also contain values that the act generated. */
function isPartOf(asked: object, stored: unknown): boolean {
  if (typeof stored !== 'object' || stored === null) return false;
  const known = new Map<string, unknown>(Object.entries(stored));
  return Object.entries(asked).every(
    ([name, value]) => known.has(name) && canonicalJson(known.get(name)) === canonicalJson(value),
  );
}
