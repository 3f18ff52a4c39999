import type { TicketChanged, TicketShown } from '../../../contract/operators/tickets.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';
import { readTickets } from './readTickets.ts';
import { closeTickets } from './syncTickets.ts';

/** Stores that the operator is on the way to the station. @throws {OpsError} ticketNotFound, ticketDone, keyReused. */
export function takeTicket(work: UnitOfWork, number: string, act: Act): Promise<TicketChanged> {
  return change(work, number, 'ticket.take', act, async (id) => {
    await work.trx
      .updateTable('tickets')
      .set({ state: 'onTheWay', taken_by: act.who })
      .where('id', '=', id)
      .execute();
  });
}

/** Closes a ticket before its rule does. @throws as `takeTicket` does. */
export function finishTicket(work: UnitOfWork, number: string, act: Act): Promise<TicketChanged> {
  return change(work, number, 'ticket.finish', act, (id) => closeTickets(work, [id], act.who));
}

function change(
  work: UnitOfWork,
  number: string,
  action: string,
  act: Act,
  run: (id: string) => Promise<void>,
): Promise<TicketChanged> {
  return actOnce(work, { action, subject: number }, act, {
    async run() {
      const row = await work.trx
        .selectFrom('tickets')
        .select(['id', 'state'])
        .where('number', '=', number)
        .forUpdate()
        .executeTakeFirst();
      if (!row) throw notFound(number);
      const before = await find(work, number);
      if (row.state === 'done') {
        throw new OpsError(
          'ticketDone',
          `Ticket ${number} was closed at ${before.closedAt} by ${before.closedBy}.`,
        );
      }
      await run(row.id);
      const ticket = await find(work, number);
      return { answer: { ticket }, before: factsOf(before), after: factsOf(ticket) };
    },
    again: async () => ({ ticket: await find(work, number) }),
  });
}

async function find(work: UnitOfWork, number: string): Promise<TicketShown> {
  const [ticket] = await readTickets(work.trx, { number }, 1);
  if (!ticket) throw notFound(number);
  return ticket;
}

const notFound = (number: string) =>
  new OpsError('ticketNotFound', `There is no ticket ${number}.`);

const factsOf = ({ state, takenBy }: TicketShown) => ({ state, takenBy });
