import { z } from 'zod';

/*
 * Bulk acts: acts on many items, under `/api/ops/bulk-acts`. The server handles the items one after the other, each of
 * them once, and continues after a restart.
 */

export const BulkAct = z.object({
  id: z.uuid(),
  /** The `action` of the bulk act in the record of operators, such as `venue.closeMonths`. */
  action: z.string(),
  subject: z.string(),
  who: z.string(),
  why: z.string(),
  askedAt: z.iso.datetime(),
  /** The number of items. `done` is the number of finished items, including those that failed. */
  items: z.int(),
  done: z.int(),
  /**
   * The items that the server refused, with the code of the problem, and the items that failed ten times, with the code
   * `internal`. After such an item, the act continues with the next item.
   */
  failures: z.array(z.object({ item: z.string(), code: z.string(), detail: z.string() })),
  /** Null while items are left. */
  endedAt: z.iso.datetime().nullable(),
});
export type BulkAct = z.infer<typeof BulkAct>;

/** `GET /api/ops/bulk-acts`: at most the newest hundred. */
export const BulkActList = z.object({ acts: z.array(BulkAct) });
export type BulkActList = z.infer<typeof BulkActList>;

export const BulkActBegun = z.object({ act: BulkAct, repeated: z.boolean() });
export type BulkActBegun = z.infer<typeof BulkActBegun>;
