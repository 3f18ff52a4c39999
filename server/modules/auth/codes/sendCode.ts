import { z } from 'zod';
import type { CodeRequest } from '../../../../contract/signIn/auth.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { ProblemError, type ProblemExtras } from '../../../http/problem.ts';
import type { Intent } from '../../../outbox/outbox.ts';
import { CodeProviderError, type CodeRefusal } from '../../../providers/sms/codeProvider.ts';
import { codeText } from './codeText.ts';

interface Order {
  to: string;
  language: CodeRequest['language'];
  code: string;
  /** The result of `hasEarlierCode`. */
  hasEarlier: boolean;
}

/**
 * The error when the server could not send a code. If `mayBeSent` is true, nobody knows whether the
 * provider sent the message.
 */
export class UnsentCode extends ProblemError {
  /** True if the provider did not say whether it sent the message. */
  readonly mayBeSent: boolean;

  constructor(code: CodeRefusal, extras: ProblemExtras, mayBeSent: boolean) {
    super(code, extras);
    this.mayBeSent = mayBeSent;
  }
}

/**
 * Sends a code. Returns the provider's reference of the message; null if the provider does not expect a report when the
 * code is entered.
 *
 * @throws {UnsentCode} `phoneInvalid`, `countryNotServed`, `tooManyRequests`, or `unavailable` if the provider did not
 * accept the message or did not answer.
 */
export async function sendCode(
  { sms, settings, log }: Pick<Dependencies, 'sms' | 'settings' | 'log'>,
  { to, language, code, hasEarlier }: Order,
): Promise<string | null> {
  try {
    if (sms.hasOwnText) return await sms.send({ to, language, code, hasEarlier });
    const message = { to, body: codeText(settings, language, code), code };
    await sms.send(message).catch(() => sms.send(message));
    return null;
  } catch (error) {
    throw refusal(log, error);
  }
}

function refusal(log: Dependencies['log'], error: unknown): UnsentCode {
  const { reason, retryAfter, mayBeSent } =
    error instanceof CodeProviderError
      ? error
      : { reason: 'unavailable' as const, retryAfter: null, mayBeSent: false };
  if (reason === 'unavailable') log.error({ err: error }, 'the SMS provider did not send a code');
  else log.warn({ err: error, reason }, 'the SMS provider refused a code');
  const canRetry = reason !== 'phoneInvalid' && reason !== 'countryNotServed';
  return new UnsentCode(reason, canRetry ? { retryAfter: retryAfter ?? 5 } : {}, mayBeSent);
}

const approveJob = 'code.approve';
const Payload = z.object({ reference: z.string(), until: z.iso.datetime() });

/**
 * The intent that reports to the provider that a code was entered. The report shows the provider
 * that the message arrived.
 */
export function approval(requestId: string, reference: string, until: Date): Intent {
  const payload: z.infer<typeof Payload> = { reference, until: until.toISOString() };
  return { kind: approveJob, key: `${approveJob}:${requestId}`, payload };
}

/** Registers the job of `approval`. */
export function registerCodeApprovals({
  outbox,
  sms,
  clock,
}: Pick<Dependencies, 'outbox' | 'sms' | 'clock'>): void {
  const approve = async (payload: unknown): Promise<void> => {
    const { reference, until } = Payload.parse(payload);
    // After the lifetime of the code, the provider has no use for the report.
    if (sms.hasOwnText && clock.now() < new Date(until)) await sms.approve(reference);
  };
  outbox.handle(approveJob, approve, { priority: 'low' });
}
