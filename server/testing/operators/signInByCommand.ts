import { Writable } from 'node:stream';
import { ops } from '../../commands/ops/ops.ts';
import type { OpsContext } from '../../commands/ops/opsClient.ts';
import { runCommand } from '../../commands/runCommand.ts';
import type { Browser } from '../browser.ts';
import { captureOutput } from '../captureOutput.ts';

/**
 * Runs `npm run ops -- login`, and chooses an account of the sandbox's provider in the browser.
 *
 * @param meanwhile runs before the browser opens the address that the command printed.
 */
export async function signInByCommand(
  settings: OpsContext['settings'],
  browser: Browser,
  account: string,
  meanwhile: (address: string) => Promise<void> = async () => undefined,
): ReturnType<typeof captureOutput> {
  let asked = (_address: string): void => undefined;
  const address = new Promise<string>((resolve) => {
    asked = resolve;
  });
  const login = captureOutput((output) => {
    const stderr = new Writable({
      write(chunk, _encoding, done) {
        const [found] = /http:\S+/.exec(String(chunk)) ?? [];
        if (found !== undefined) asked(found);
        output.stderr.write(chunk, done);
      },
    });
    return runCommand(['login'], ops, { ...output, stderr, settings });
  });
  const found = await Promise.race([address, login]);
  // The command ended before it printed an address.
  if (typeof found !== 'string') return found;
  await meanwhile(found);
  const page = await browser.open(found);
  const last = await browser.submit(page, { account });
  if (last.text !== 'You can close this window.\n') throw new Error(`not back: ${last.text}`);
  return login;
}
