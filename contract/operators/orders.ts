import { z } from 'zod';
import { Money } from '../money.ts';
import { OrderLine, RentalFailure, RentalState } from '../orders.ts';
import { StationId } from '../stations.ts';
import { ChargerSerial } from './chargers.ts';
import { TimeLineEntry } from './desk.ts';
import { RiderNumber } from './riders.ts';

/*
 * The orders of all riders, under `/api/ops/orders`. The answers name a rider only by the number.
 */

export const OpsOrder = z.object({
  number: z.string(),
  state: RentalState,
  failure: RentalFailure.nullable(),
  /** The number of the rider. */
  rider: z.string(),
  charger: z.string(),
  createdAt: z.iso.datetime(),
  station: z.string(),
  slot: z.int(),
  /** Null until a charger has come out. */
  startedAt: z.iso.datetime().nullable(),
  returnedAt: z.iso.datetime().nullable(),
  returnStation: z.string().nullable(),
  returnSlot: z.int().nullable(),
  /** Null while the bill is not final. */
  total: Money.nullable(),
});
export type OpsOrder = z.infer<typeof OpsOrder>;

export const OpsOrderQuery = z.object({
  state: RentalState.optional(),
  /** The station at which the rental began or ended. */
  station: StationId.optional(),
  charger: ChargerSerial.optional(),
  rider: RiderNumber.optional(),
  /**
   * Selects the orders that were created from this day until the day `to`, both included, in UTC.
   */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

/** A page of orders, the newest first. */
export const OpsOrderList = z.object({
  orders: z.array(OpsOrder),
  nextCursor: z.string().nullable(),
});
export type OpsOrderList = z.infer<typeof OpsOrderList>;

/** An order with its bill, the paid amount, and the time line, whose oldest entry comes first. */
export const OpsOrderShown = OpsOrder.extend({
  lines: z.array(OrderLine),
  paid: Money,
  due: Money,
  timeLine: z.array(TimeLineEntry),
});
export type OpsOrderShown = z.infer<typeof OpsOrderShown>;
