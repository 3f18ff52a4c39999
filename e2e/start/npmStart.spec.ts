import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paths } from '../../contract/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { freePorts } from '../support/product.ts';
import { Sandbox } from '../support/sandbox.ts';

const answers = (url: string) =>
  fetch(url + paths.health).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Returns the ids of the processes that use this data folder. The keys are the names of the
 * programs.
 */
async function processesOf(dataDir: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const id of await readdir('/proc')) {
    if (!/^\d+$/.test(id)) continue;
    const read = (name: string) => readFile(`/proc/${id}/${name}`, 'utf8').catch(() => '');
    const [program = ''] = /(server|sandbox)\/main\.ts/.exec(await read('cmdline')) ?? [];
    const isOurs = (await read('environ')).split('\0').includes(`DATA_DIR=${dataDir}`);
    if (program && isOurs) found.set(program, Number(id));
  }
  return found;
}

test('npm start prints the address of the app, restarts a killed process, and stops with its parent process @slow', async ({
  page,
}) => {
  // The start takes long while another test uses a browser.
  test.setTimeout(300_000);
  const [port, issuerPort, identityPort, mqttPort, sandboxPort] = await freePorts();
  const url = `http://localhost:${port}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'charger-rental-'));
  const start = async () => {
    let output = '';
    const npm = spawn('npm', ['start'], {
      cwd: join(import.meta.dirname, '..', '..'),
      env: {
        ...process.env,
        PORT: String(port),
        ISSUER_PORT: String(issuerPort),
        IDENTITY_PORT: String(identityPort),
        MQTT_PORT: String(mqttPort),
        SANDBOX_PORT: String(sandboxPort),
        DATA_DIR: dataDir,
        KEYS_DIR: join(dataDir, 'keys'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    npm.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    await expect.poll(() => answers(url), { timeout: 80_000 }).toBe(true);
    await expect.poll(() => output).toContain(`${url}/home?equip_id=`);
    return { npm, output };
  };

  const first = await start();
  const [link = ''] = /\S+\/home\?equip_id=\w+/.exec(first.output) ?? [];
  expect(first.output).toContain('█');
  await page.goto(link);
  await expect(page.getByRole('link', { name: 'Unlock a charger' })).toBeVisible();
  const cabinets = await new Sandbox(url).cabinets();
  const ended = once(first.npm, 'exit');
  first.npm.kill('SIGKILL');
  await ended;
  await expect.poll(() => answers(url), { timeout: 20_000 }).toBe(false);
  await expect.poll(async () => (await processesOf(dataDir)).size).toBe(0);

  const second = await start();
  const ids = (await new Sandbox(url).cabinets()).map(({ id }) => id);
  expect(ids).toEqual(cabinets.map(({ id }) => id));

  // If one process is killed, `npm start` starts it again, and the other process continues.
  for (const program of ['sandbox/main.ts', 'server/main.ts']) {
    const before = await processesOf(dataDir);
    expect([...before.keys()].toSorted()).toEqual(['sandbox/main.ts', 'server/main.ts']);
    process.kill(before.get(program) ?? 0, 'SIGKILL');
    const areBack = () => new Sandbox(url).areCabinetsConnected().catch(() => false);
    await expect
      .poll(async () => (await processesOf(dataDir)).get(program) ?? before.get(program))
      .not.toBe(before.get(program));
    await expect.poll(areBack, { timeout: 80_000 }).toBe(true);
    const [other = ''] = [...before.keys()].filter((name) => name !== program);
    expect((await processesOf(dataDir)).get(other)).toBe(before.get(other));
  }

  second.npm.kill('SIGTERM');
  await expect.poll(() => answers(url), { timeout: 20_000 }).toBe(false);
  await expect.poll(async () => (await processesOf(dataDir)).size).toBe(0);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});
