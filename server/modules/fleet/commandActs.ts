import { z } from 'zod';
import type {
  CommandShown,
  CommandsSent,
  SendCommand,
} from '../../../contract/operators/cabinetCommands.ts';
import type { ParameterName } from '../../../contract/cabinet/parameters.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { readParameters } from '../cabinets/health.ts';
import { readCommands } from '../cabinets/operatorCommands/readCommands.ts';
import {
  ejectableAt,
  markEjecting,
  sendCommand,
  type CommandTarget,
} from '../cabinets/operatorCommands/sendCommands.ts';
import { isOnline } from '../cabinets/silence.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';
import { lockStation, type StationRow } from '../stations/liveState.ts';
import { stationNotFound } from './sessionActs.ts';
import type { WithoutReason } from './withoutReason.ts';

const Made = z.object({ commands: z.array(z.string()) });

/**
 * Sends a command to the cabinet of a station. Nobody pays for an eject, and the charger stays in the stock. `ejectAll`
 * sends a command for each charger that can be ejected now, and each command has a separate result.
 *
 * @throws {OpsError} stationNotFound, cabinetOffline, commandUnsupported, slotBusy, keyReused.
 */
export function command(
  work: UnitOfWork,
  stationId: string,
  asked: WithoutReason<SendCommand>,
  act: Act,
): Promise<CommandsSent> {
  const action = `cabinet.${asked.type}`;
  return actOnce(work, { action, subject: stationId, details: asked }, act, {
    async run() {
      const station = await lockStation(work, stationId);
      if (!station) throw stationNotFound(stationId);
      if (!isOnline(station, work.now)) {
        throw new OpsError('cabinetOffline', `The cabinet of ${stationId} is not connected.`);
      }
      refuseUnsupported(station, asked.type === 'ejectAll' ? 'eject' : asked.type);
      if (asked.type === 'setParameter') await refuseUnknownParameter(work, stationId, asked.name);
      const ids: string[] = [];
      for (const target of await targetsOf(work, stationId, asked)) {
        ids.push(await sendCommand(work, station, target, act.who));
      }
      return { answer: await shown(work, stationId, ids), made: { commands: ids } };
    },
    again: async ({ details }) => shown(work, stationId, Made.parse(details).commands),
  });
}

async function shown(
  work: UnitOfWork,
  station: string,
  ids: readonly string[],
): Promise<{ commands: CommandShown[] }> {
  return { commands: await readCommands(work.trx, { station, ids }) };
}

/**
 * Refuses a command that the cabinet does not support. If a cabinet does not report its commands, the server assumes
 * that the cabinet supports all of them.
 */
function refuseUnsupported({ id, reported_commands: supported }: StationRow, type: string): void {
  if (supported === null || supported.includes(type)) return;
  throw new OpsError('commandUnsupported', `The cabinet of ${id} does not support ${type}.`);
}

/** Refuses a parameter that the cabinet does not report. */
async function refuseUnknownParameter(
  work: UnitOfWork,
  id: string,
  name: ParameterName,
): Promise<void> {
  if ((await readParameters(work.trx, id))[name] !== undefined) return;
  throw new OpsError('commandUnsupported', `The cabinet of ${id} has no parameter ${name}.`);
}

async function targetsOf(
  work: UnitOfWork,
  stationId: string,
  asked: WithoutReason<SendCommand>,
): Promise<CommandTarget[]> {
  switch (asked.type) {
    case 'restart':
    case 'inventory':
      return [{ type: asked.type }];
    case 'setParameter':
      return [{ type: asked.type, parameter: asked.name, value: asked.value }];
    case 'lock':
    case 'unlock':
      return [{ type: asked.type, slot: asked.slot }];
    case 'eject':
    case 'ejectAll': {
      const wanted = (await ejectableAt(work, stationId)).filter(({ slot, charger }) => {
        if ('slot' in asked) return slot === asked.slot;
        return 'serial' in asked ? charger === asked.serial : true;
      });
      const targets: CommandTarget[] = [];
      for (const { slot, charger } of wanted) {
        if (await markEjecting(work, stationId, { slot, charger })) {
          targets.push({ type: 'eject', slot, charger });
        }
      }
      if (targets.length > 0) return targets;
      throw new OpsError('slotBusy', 'There is no charger here that can be ejected now.');
    }
  }
}
