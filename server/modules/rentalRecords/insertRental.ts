import { randomUUID } from 'node:crypto';
import type { Discount, Tariff } from '../../../contract/rules/pricing/pricing.ts';
import { makeReferenceNumber } from '../../ids/referenceNumber.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';

/** The data of a new rental. The caller must have reserved the charger, and must request the hold afterwards. */
export interface NewRental {
  userId: string;
  paymentMethodId: string;
  chargerSlot: { station_id: string; slot: number; charger: string };
  tariff: Tariff;
  coupon: { riderCouponId: string; discount: Discount } | null;
  useGoCash: boolean;
  /** The guest's browser and card. Null if the rider has an account. */
  guest: { device: string | null; card: string | null } | null;
  /** The time of the first check. */
  checkAt: Date;
}

/** Stores a new rental in the state `authorizing`, and returns its id. */
export async function insertRental(work: UnitOfWork, start: NewRental): Promise<string> {
  const id = randomUUID();
  await work.trx
    .insertInto('rentals')
    .values({
      id,
      number: makeReferenceNumber('R'),
      user_id: start.userId,
      state: 'authorizing',
      ...start.chargerSlot,
      tariff: JSON.stringify(start.tariff),
      payment_method_id: start.paymentMethodId,
      rider_coupon_id: start.coupon?.riderCouponId ?? null,
      discount: start.coupon && JSON.stringify(start.coupon.discount),
      use_go_cash: start.useGoCash,
      guest_device: start.guest?.device ?? null,
      guest_card: start.guest?.card ?? null,
      eject_command: `eject:${id}`,
      created_at: work.now,
      changed_at: work.now,
      next_check_at: start.checkAt,
    })
    .execute();
  work.orderChanged(start.userId, id);
  return id;
}
