import { z } from 'zod';

/**
 * `GET /api/orders/{id}/proof`: a signed proof that a charger was returned. It returns `notFound` if no cabinet
 * has reported the return.
 */
export const ReturnProof = z.object({
  algorithm: z.literal('Ed25519'),
  /** The id of the key, as in `GET /api/proofs/keys`. */
  key: z.string(),
  /**
   * The signed text: JSON without spaces, with property names in alphabetical order. `ReturnFacts` describes its
   * content.
   */
  payload: z.string(),
  /** The signature of the UTF-8 bytes of `payload`, as base64. */
  signature: z.string(),
});
export type ReturnProof = z.infer<typeof ReturnProof>;

/** The content of `payload`. */
export const ReturnFacts = z.object({
  version: z.literal(1),
  order: z.string(),
  /** The serial number. */
  charger: z.string(),
  station: z.object({ id: z.string(), name: z.string() }),
  slot: z.int(),
  /**
   * The cabinet's event: the id of the cabinet's boot, and the number of the event within the boot. Null if the event
   * is unknown.
   */
  event: z.object({ boot: z.string(), number: z.int() }).nullable(),
  /**
   * The time of the return by the server's clock. If the rider pays only until a claim, it is the time of this claim.
   * The bill is for the time until then.
   */
  returnedAt: z.iso.datetime(),
  /** The time of the return by the clock of the cabinet; null if the cabinet did not report it. */
  cabinetAt: z.iso.datetime().nullable(),
  /** When the server received the report; null if it is not known. */
  receivedAt: z.iso.datetime().nullable(),
});
export type ReturnFacts = z.infer<typeof ReturnFacts>;

/** `GET /api/proofs/keys`: all keys, including former keys. The newest key comes first. */
export const ProofKeys = z.object({
  keys: z.array(
    z.object({
      id: z.string(),
      /** The public key as PEM. */
      publicKey: z.string(),
      createdAt: z.iso.datetime(),
      retiredAt: z.iso.datetime().nullable(),
    }),
  ),
});
export type ProofKeys = z.infer<typeof ProofKeys>;
