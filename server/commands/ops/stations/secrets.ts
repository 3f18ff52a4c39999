import { RotateSecret, SecretChanged } from '../../../../contract/operators/secrets.ts';
import { OnlyReason } from '../../../../contract/operators/team.ts';
import {
  jsonText,
  onlyOne,
  readArgs,
  refuse,
  UsageError,
  type Command,
  type Program,
} from '../../runCommand.ts';
import { NewFile } from '../../stations/newFile.ts';
import { callServer, RefusedCall, type OpsContext } from '../opsClient.ts';
import { change, flag, text } from '../options.ts';
import { readBody } from '../readBody.ts';
import { allStations } from './allStations.ts';

/** The commands for the secrets with which cabinets connect. */
export const secrets: Pick<Program<OpsContext>, 'commands'> = {
  commands: {
    issue(args) {
      const { positionals, missing, file, why, as, json } = readArgs(args, {
        ...change,
        missing: flag,
        file: text,
      });
      const body = readBody(OnlyReason, { why });
      if (missing) {
        refuse(positionals.length > 0, 'Write an id or --missing, not both.');
        if (file === undefined) throw new UsageError('--missing needs --file FILE.');
        return (context) => issueMissing(context, file, { body, as });
      }
      const id = onlyOne(positionals, 'issue takes the id of one station, or --missing.');
      refuse(file !== undefined, '--file is for --missing.');
      return changed(pathOf(id), body, { as, json });
    },
    rotate(args) {
      const {
        positionals,
        'overlap-hours': hours,
        why,
        ...how
      } = readArgs(args, {
        ...change,
        'overlap-hours': text,
      });
      const id = onlyOne(positionals, 'rotate takes the id of one station.');
      const overlapHours = hours === undefined ? undefined : Number(hours);
      const body = readBody(
        RotateSecret,
        { why, ...(overlapHours !== undefined && { overlapHours }) },
        { overlapHours: '--overlap-hours is a whole number from 0 to 168.' },
      );
      return changed(`${pathOf(id)}/rotate`, body, how);
    },
    revoke(args) {
      const { positionals, why, ...how } = readArgs(args, change);
      const id = onlyOne(positionals, 'revoke takes the id of one station.');
      return changed(`${pathOf(id)}/revoke`, readBody(OnlyReason, { why }), how);
    },
  },
};

const pathOf = (id: string) => `/api/ops/stations/${encodeURIComponent(id)}/secret`;

function changed(
  path: string,
  body: object,
  { as, json }: { as?: string | undefined; json: boolean },
): Command<OpsContext> {
  return async (context) => {
    const done = await callServer(context, SecretChanged, path, { body, as });
    return json ? jsonText(done) : textOf(done);
  };
}

function textOf({ station, secret, formerUntil, isChecked, repeated }: SecretChanged): string {
  const broker = isChecked ? '' : 'Your own broker checks the secrets: change it there, too.\n';
  if (secret !== null) {
    const former = formerUntil === null ? '' : `The former secret works until ${formerUntil}.\n`;
    return `${station.id},${secret}\n\nThis is the only time that the secret is shown.\n${former}${broker}`;
  }
  if (repeated && station.hasSecret) {
    return 'The secret was made before, and its text is not stored. Rotate it to get another.\n';
  }
  return `The cabinet of ${station.id} has no secret any more.\n${broker}`;
}

async function issueOne(
  context: OpsContext,
  id: string,
  how: { body: object; as?: string | undefined },
): Promise<SecretChanged | null> {
  try {
    return await callServer(context, SecretChanged, pathOf(id), how);
  } catch (error) {
    if (error instanceof RefusedCall && error.code === 'secretExists') return null;
    throw error;
  }
}

/**
 * Makes a secret for each station that has none, except retired stations. Writes each secret into the file before it
 * makes the next one.
 */
export async function issueMissing(
  context: OpsContext,
  path: string,
  how: { body: object; as?: string | undefined },
): Promise<string> {
  const found = await allStations(context, { as: how.as });
  const missing = found.filter(({ hasSecret, state }) => !hasSecret && state !== 'retired');
  if (missing.length === 0) return 'Each station has a secret.\n';
  const file = await NewFile.create(path, 0o600);
  let isChecked = true;
  let count = 0;
  try {
    await file.write('id,secret\n');
    for (const { id } of missing) {
      const issued = await issueOne(context, id, how);
      // Another operator has made a secret for this station meanwhile.
      if (issued === null) continue;
      count++;
      isChecked = issued.isChecked;
      // `issued.secret` is null if an earlier try made the secret, but its answer was lost. The operator must rotate
      // this secret.
      await file.write(`${id},${issued.secret ?? 'lost: rotate it'}\n`);
    }
  } finally {
    await file.finish();
  }
  const broker = isChecked ? '' : 'Your own broker checks the secrets: enter them there, too.\n';
  const made = count === 1 ? 'One secret is' : `${count} secrets are`;
  return `${made} in ${path}, and nowhere else. Set up each cabinet, then delete the file.\n${broker}`;
}
