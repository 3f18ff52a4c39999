import type { Dependencies } from './dependencies.ts';
import type { CabinetListener } from './gateway/gateway.ts';
import { registerCabinetJobs } from './modules/cabinets/commands.ts';
import { cabinetListener } from './modules/cabinets/listener.ts';
import { registerNews } from './modules/notifications/publishNews.ts';
import { registerPaymentJobs } from './modules/payments/jobs.ts';
import { registerDelivery } from './modules/push/deliver.ts';
import { rentalEvents } from './modules/rental/cabinetEvents/rentalEvents.ts';
import { registerRentalJobs } from './modules/rental/jobs.ts';
import { paidRental } from './modules/rental/paidRental.ts';
import { paidTopUp } from './modules/topUps/paidTopUp.ts';

/** Gives the outbox a handler for each kind of job of the modules. */
export function registerJobs(deps: Dependencies): void {
  registerOrderJobs(deps);
  registerDelivery(deps);
  registerNews(deps);
}

/** The handlers that orders and top-ups need: cabinets, money and rentals. */
export function registerOrderJobs(deps: Dependencies): void {
  registerCabinetJobs(deps);
  registerPaymentJobs(deps, { rental: paidRental, topUp: paidTopUp });
  registerRentalJobs(deps);
}

/** Takes in what cabinets tell, with what it decides about rentals. */
export function listenToCabinets(
  deps: Pick<Dependencies, 'db' | 'clock' | 'outbox' | 'changes' | 'log'>,
): CabinetListener {
  return cabinetListener(deps, rentalEvents);
}
