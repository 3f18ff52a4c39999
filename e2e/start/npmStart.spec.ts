import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
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

test('npm start prints the address of the app, and stops with its parent process', async ({
  page,
}) => {
  // A start is slow while another test uses a browser.
  test.setTimeout(180_000);
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

  const second = await start();
  const ids = (await new Sandbox(url).cabinets()).map(({ id }) => id);
  expect(ids).toEqual(cabinets.map(({ id }) => id));
  second.npm.kill('SIGTERM');
  await expect.poll(() => answers(url), { timeout: 20_000 }).toBe(false);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});
