import type { CaseProblem, CaseSummary } from '../../../contract/operators/desk.ts';
import type { opsErrors } from '../../../contract/operators/problems.ts';
import { OpsError } from '../operators/opsError.ts';

/** The error for a refused act on a case. `message` is for the operator. */
export class DeskError extends OpsError {
  override readonly name = 'DeskError';
  /** The current state of the case. */
  readonly now: CaseSummary | null;

  constructor(code: keyof typeof opsErrors, message: string, now: CaseSummary | null = null) {
    super(code, message);
    this.now = now;
  }

  override get problem(): CaseProblem {
    return { ...super.problem, ...(this.now && { case: this.now }) };
  }
}
