import type { FastifyBaseLogger } from 'fastify';
import { pino, type DestinationStream } from 'pino';
import { z } from 'zod';
import type { LogLevel } from '../settings/settings.ts';

/**
 * Only these fields are logged. Before you add a field, make sure that it can never contain a phone number, a card, a
 * name, a rider's position, or the body or query of a request.
 */
const allowed = new Set([
  'reqId',
  'method',
  'route',
  'status',
  'ms',
  'err',
  'code',
  'kind',
  'key',
  'attempts',
  'count',
  'stationId',
  'rentalId',
  'orderId',
  'paymentId',
  'userId',
  'slot',
  'charger',
  'command',
  'state',
  'reason',
  'engine',
  'port',
  'signal',
  'country',
  'sent',
  'answered',
  'provider',
  'outcome',
  'findings',
  'why',
  'notificationId',
  'caseNumber',
  'dueAt',
]);

const Failure = z.object({
  name: z.string().catch('Error'),
  message: z.string().catch(''),
  stack: z.string().optional().catch(undefined),
  code: z.union([z.string(), z.number()]).optional().catch(undefined),
  constraint: z.string().optional().catch(undefined),
});

/**
 * Structured logs (JSON lines) with only the allowed fields. In texts, e-mail addresses and long runs of
 * digits are masked.
 */
export function createLogger(level: LogLevel, destination?: DestinationStream): FastifyBaseLogger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Record<string, unknown>) => onlyAllowed(fields),
      bindings: (fields: Record<string, unknown>) => onlyAllowed(fields),
    },
    // This replaces the standard serializer, which would log the whole error.
    serializers: { err: describeFailure },
    hooks: {
      logMethod(this: unknown, args: Parameters<pino.LogFn>, method: pino.LogFn) {
        const scrubbed = args.map((arg: unknown) => (typeof arg === 'string' ? scrub(arg) : arg));
        Reflect.apply(method, this, scrubbed);
      },
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Masks a text, or all texts of a list. */
function scrubTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(scrubTexts);
  return typeof value === 'string' ? scrub(value) : value;
}

function onlyAllowed(fields: Record<string, unknown>): Record<string, unknown> {
  const allowedFields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (allowed.has(name)) allowedFields[name] = scrubTexts(value);
  }
  return allowedFields;
}

function describeFailure(error: unknown): Record<string, unknown> {
  const failure = Failure.safeParse(error);
  if (!failure.success) return { name: typeof error };
  const { name, message, stack = '', code, constraint } = failure.data;
  // In the messages of data exceptions, PostgreSQL quotes the refused value.
  const hide = (text: string) =>
    typeof code === 'string' && dataException.test(code)
      ? text.replace(/"[^"]*"/g, '[value]')
      : text;
  return { name, message: scrub(hide(message)), stack: scrub(hide(stack)), code, constraint };
}

/** The SQLSTATE codes of data exceptions. */
const dataException = /^22[0-9A-Z]{3}$/;

/** Matches phone and card numbers, also with separators. Ids do not match, because they contain letters. */
const longNumber = /(?<![\w-])\+?\d(?:[ ().-]{0,2}\d){6,}(?![\w-])/g;

const email = /[^\s<>"'(),:;]+@[\p{L}\p{N}][\p{L}\p{N}.-]*\.\p{L}{2,}/gu;

function scrub(text: string): string {
  return text.replace(email, '[e-mail]').replace(longNumber, '[number]');
}
