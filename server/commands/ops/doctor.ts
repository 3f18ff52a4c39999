import { DoctorReport, type Finding } from '../../../contract/operators/doctor.ts';
import { printable } from '../printable.ts';
import { jsonText, readArgs, refuse, RefusedError, type Command } from '../runCommand.ts';
import { callServer, type OpsContext } from './opsClient.ts';
import { common } from './options.ts';

/** The server calls the outside services, and each of them may take some seconds. */
const answerWithinMs = 60_000;

/** Checks the whole set-up. The exit code is 1 if something is missing or broken. */
export function doctor(args: string[]): Command<OpsContext> {
  const { positionals, as, json } = readArgs(args, common);
  refuse(positionals.length > 0, 'doctor takes only options.');
  return async (context) => {
    const findings = await findingsOf(context, as);
    const isWell = findings.every(({ state }) => state !== 'missing' && state !== 'broken');
    const text = json ? jsonText({ findings }) : findings.map(linesOf).join('');
    return isWell ? text : { text, exitCode: 1 };
  };
}

async function findingsOf(context: OpsContext, as: string | undefined): Promise<Finding[]> {
  try {
    const patient = { ...context, answerWithinMs };
    return (await callServer(patient, DoctorReport, '/api/ops/doctor', { as })).findings;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const breaks = 'Start the server with npm start, and read its log. Then repeat this command.';
    return [{ check: 'server', state: 'broken', found: error.message, breaks }];
  }
}

function linesOf({ check, state, found, breaks }: Finding): string {
  const line = `${state.padEnd(8)} ${check}: ${printable(found)}\n`;
  return breaks === null ? line : `${line}${' '.repeat(9)}${printable(breaks)}\n`;
}
