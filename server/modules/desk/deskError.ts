import { opsErrors, type CaseSummary } from '../../../contract/operators/desk.ts';

/** The error for an act that is refused. `message` is for the operator. */
export class DeskError extends Error {
  override readonly name = 'DeskError';
  readonly code: keyof typeof opsErrors;
  /** The case as it is now. */
  readonly now: CaseSummary | null;

  constructor(code: keyof typeof opsErrors, message: string, now: CaseSummary | null = null) {
    super(message);
    this.code = code;
    this.now = now;
  }

  get status(): number {
    return opsErrors[this.code];
  }
}
