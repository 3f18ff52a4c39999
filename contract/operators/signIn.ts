import { z } from 'zod';
import { OperatorRole, OperatorShown } from './team.ts';

/*
 * The sign-in of operators, under `/api/ops/sign-in`, their sessions, and their second factors. A session is in a
 * cookie that scripts cannot read. Commands send the token of a session as a bearer token instead.
 */

/**
 * The header with the CSRF token. A call needs this header if it changes something with the cookie
 * of a session.
 */
export const csrfHeader = 'x-csrf-token';

/** `provider`: the OpenID provider checked a second factor itself. */
export const OperatorFactor = z.enum(['provider', 'totp', 'recoveryCode']);
export type OperatorFactor = z.infer<typeof OperatorFactor>;

/** 32 random bytes in base64url. */
const Token = z.string().regex(/^[\w-]{43}$/);

/**
 * `GET /api/ops/sign-in/provider`: redirects the browser to the provider. With `port` and
 * `challenge`, the sign-in is for a command that runs on the operator's machine (RFC 8252). After
 * the sign-in, the browser brings this command a code for `POST /api/ops/sign-in/code`.
 */
export const ProviderQuery = z
  .strictObject({
    /**
     * The provider must ask for the password, even if the operator has an open session there. The new session is then
     * fresh.
     */
    again: z.literal('1').optional(),
    port: z.coerce.number().int().min(1024).max(65_535).optional(),
    /**
     * The SHA-256 hash of the verifier, in base64url. The answer that the browser brings to the port contains the
     * challenge. The command ignores an answer with any other challenge.
     */
    challenge: Token.optional(),
  })
  .refine(({ port, challenge }) => (port === undefined) === (challenge === undefined));

/** Exchanges the code, which works once, for the token of a session. */
export const UseCode = z.strictObject({ code: Token, verifier: Token });

/**
 * Signs in with a one-time link. With `cookie`, for browsers, the answer sets a cookie; with `token`, for commands, it
 * contains a token.
 */
export const UseLink = z.strictObject({ link: Token, give: z.enum(['cookie', 'token']) });

const SessionShown = z.object({
  id: z.uuid(),
  way: z.enum(['provider', 'link']),
  /** The browser and the system, such as `Firefox · Linux`; empty if they are unknown. */
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** The latest end of the session. It ends earlier if nobody uses it for an hour. */
  expiresAt: z.iso.datetime(),
});
export type SessionShown = z.infer<typeof SessionShown>;

/** `GET /api/ops/me`: who the caller is. */
export const CallingOperator = z.object({
  name: z.string(),
  roles: z.array(OperatorRole),
  /** The scopes of the key; null for a key without scopes, and for a session. */
  scopes: z.array(z.string()).nullable(),
  /** Null if the caller has a key. */
  session: SessionShown.extend({
    /** For the header `x-csrf-token`. */
    csrfToken: z.string(),
    /**
     * `done`: the operator has given the second factor. `check`: the operator must first enter a code. `setUp`: the
     * operator must first set up the second factor.
     */
    secondFactor: z.enum(['done', 'check', 'setUp']),
    /** The time until which the operator may do acts that need a fresh factor; null if they are not possible now. */
    freshUntil: z.iso.datetime().nullable(),
  }).nullable(),
});
export type CallingOperator = z.infer<typeof CallingOperator>;

/** `token` is null if the answer set the cookie. */
export const SignedIn = z.object({ token: z.string().nullable(), me: CallingOperator });
export type SignedIn = z.infer<typeof SignedIn>;

/** The open sessions of an operator, the newest first. */
export const SessionList = z.object({ sessions: z.array(SessionShown) });
export type SessionList = z.infer<typeof SessionList>;

/** A new one-time link for an administrator. `link` is null in the answer to a repeated call. */
export const LinkMade = z.object({
  operator: OperatorShown,
  link: z.string().nullable(),
  expiresAt: z.iso.datetime(),
  repeated: z.boolean(),
});
export type LinkMade = z.infer<typeof LinkMade>;

/** A new second factor. It is valid only after its confirmation. */
export const FactorSetUp = z.object({
  /** The secret in base32, for people who cannot scan a QR code. */
  secret: z.string(),
  /** The address for authenticator apps, which begins with `otpauth`. */
  uri: z.string(),
});
export type FactorSetUp = z.infer<typeof FactorSetUp>;

const Code = z.string().regex(/^\d{6}$/);
export const ConfirmFactor = z.strictObject({ code: Code });

/** A code of the authenticator app, or a recovery code, which works once. */
export const CheckFactor = z.union([
  z.strictObject({ code: Code }),
  z.strictObject({
    recoveryCode: z
      .string()
      .max(40)
      .transform((text) => text.toLowerCase().replaceAll(/[\s-]/g, ''))
      .pipe(z.string().regex(/^[a-z2-7]{16}$/)),
  }),
]);
export type CheckFactor = z.infer<typeof CheckFactor>;

/** The recovery codes are shown only once. */
export const FactorConfirmed = z.object({
  recoveryCodes: z.array(z.string()),
  me: CallingOperator,
});
export type FactorConfirmed = z.infer<typeof FactorConfirmed>;

export const FactorChecked = z.object({ recoveryCodesLeft: z.int(), me: CallingOperator });
export type FactorChecked = z.infer<typeof FactorChecked>;
