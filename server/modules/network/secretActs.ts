import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SecretChanged } from '../../../contract/operators/secrets.ts';
import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import { hashStationSecret } from '../../gateway/secrets.ts';
import type { Settings } from '../../settings/settings.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';
import { replaceSecret } from '../stations/cabinetSecrets.ts';
import type { StationRow } from '../stations/liveState.ts';
import { lockForOperator } from '../stations/stationStates.ts';
import { stationNotFound } from './requireStations.ts';
import { readStation } from './stationActs.ts';

const hourMs = 60 * 60_000;

type Broker = Pick<Settings, 'mqttUrl'>;

/** Makes a secret for a cabinet that has none. @throws {OpsError} stationNotFound, secretExists, keyReused. */
export function issueSecret(
  work: UnitOfWork,
  broker: Broker,
  id: string,
  act: Act,
): Promise<SecretChanged> {
  return changeSecret(work, broker, { verb: 'issue', id, details: {} }, act, (station) => {
    if (station.secret_hash !== '') {
      throw new OpsError(
        'secretExists',
        `Station ${station.id} has a secret: rotate or revoke it.`,
      );
    }
    return { secret: newSecret(), formerUntil: null };
  });
}

/**
 * Makes a new secret for a cabinet. The former secret works for `overlapHours` more hours, so that there is time to
 * change the cabinet.
 *
 * @throws {OpsError} stationNotFound, secretMissing, keyReused.
 */
export function rotateSecret(
  work: UnitOfWork,
  broker: Broker,
  { id, overlapHours }: { id: string; overlapHours: number },
  act: Act,
): Promise<SecretChanged> {
  const asked = { verb: 'rotate', id, details: { overlapHours } } as const;
  return changeSecret(work, broker, asked, act, (station) => {
    if (station.secret_hash === '') {
      throw new OpsError('secretMissing', `Station ${station.id} has no secret: issue one.`);
    }
    const formerUntil = overlapHours === 0 ? null : addMs(work.now, overlapHours * hourMs);
    return { secret: newSecret(), formerUntil };
  });
}

/** Revokes all secrets of a cabinet and ends its connection. @throws {OpsError} stationNotFound, keyReused. */
export function revokeSecret(
  work: UnitOfWork,
  broker: Broker,
  id: string,
  act: Act,
): Promise<SecretChanged> {
  const asked = { verb: 'revoke', id, details: {} } as const;
  return changeSecret(work, broker, asked, act, () => ({ secret: null, formerUntil: null }));
}

const Made = z.object({ formerUntil: z.string().nullable() });

/** Changes the secret once for each idempotency key. The record of operators contains no secret, not even a hash. */
async function changeSecret(
  work: UnitOfWork,
  { mqttUrl }: Broker,
  {
    verb,
    id: typed,
    details,
  }: { verb: 'issue' | 'rotate' | 'revoke'; id: string; details: object },
  act: Act,
  make: (station: StationRow) => { secret: string | null; formerUntil: Date | null },
): Promise<SecretChanged> {
  const id = parseStationId(typed) ?? typed;
  const isChecked = mqttUrl === null;
  const asked = { action: `secret.${verb}`, subject: id, details };
  return actOnce<Omit<SecretChanged, 'repeated'>>(work, asked, act, {
    async run() {
      const station = await lockForOperator(work, id);
      if (!station) throw stationNotFound(typed);
      const { secret, formerUntil } = make(station);
      await replaceSecret(
        work,
        id,
        secret === null ? null : hashStationSecret(secret),
        formerUntil,
      );
      const until = formerUntil?.toISOString() ?? null;
      return {
        answer: {
          station: await readStation(work.trx, id),
          secret,
          formerUntil: until,
          isChecked,
        },
        made: { formerUntil: until },
        before: { hasSecret: station.secret_hash !== '' },
        after: { hasSecret: secret !== null },
      };
    },
    async again({ details: recorded }) {
      const { formerUntil } = Made.parse(recorded);
      const station = await readStation(work.trx, id);
      // The server does not store the text of a secret, so a repeated act cannot return it.
      return { station, secret: null, formerUntil, isChecked };
    },
  });
}

/** Nobody can guess 256 random bits. */
const newSecret = () => randomBytes(32).toString('base64url');
