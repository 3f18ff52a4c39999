import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { mutants, type Mutant } from './mutants.ts';

/**
 * Runs the mutation tests. The program applies each mutant to a copy of the source. At least one of the mutant's tests
 * must then fail. The arguments of the command line select mutants by name.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = [
  'contract',
  'locales',
  'public',
  'sandbox',
  'scripts',
  'server',
  'src',
  'sw',
  'index.html',
];
const configs = ['package.json', 'package-lock.json', 'tsconfig.json'];
const wanted = process.argv.slice(2).join(' ');

const folder = await mkdtemp(path.join(tmpdir(), 'mutants-'));
try {
  for (const name of [...sources, ...configs, 'vite.config.ts', 'vitest.config.ts']) {
    await cp(path.join(root, name), path.join(folder, name), { recursive: true });
  }
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  const chosen = mutants.filter(({ name }) => name.includes(wanted));
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
  console.log('Tests without a mutant');
  let failed = 0;
  for (const test of tests) {
    const passes = await passesWith(test);
    if (!passes) failed++;
    console.log(`  ${passes ? 'passes' : 'FAILS'}  ${test}`);
  }
  let survived = 0;
  for (const mutant of chosen) {
    const catcher = await firstFailingTest(mutant);
    if (!catcher) survived++;
    console.log(catcher ? `caught    ${mutant.name}\n  by ${catcher}` : `SURVIVED  ${mutant.name}`);
  }
  console.log(`${chosen.length - survived} caught, ${survived} survived.`);
  process.exitCode = survived + failed > 0 || chosen.length === 0 ? 1 : 0;
} finally {
  await rm(folder, { recursive: true });
}

/** Returns the first test file that fails with the mutant. Returns null if no file fails. */
async function firstFailingTest({ name, file, from, to, tests }: Mutant): Promise<string | null> {
  const target = path.join(folder, file);
  const source = await readFile(target, 'utf8');
  if (source.split(from).length !== 2)
    throw new Error(`${name}: this text must occur exactly once in ${file}: ${from}`);
  await writeFile(
    target,
    source.replace(from, () => to),
  );
  try {
    for (const test of tests) if (!(await passesWith(test))) return test;
    return null;
  } finally {
    await writeFile(target, source);
  }
}

function passesWith(test: string): Promise<boolean> {
  const vitest = path.join(folder, 'node_modules', 'vitest', 'vitest.mjs');
  const project = test.startsWith('contract/') ? 'contract' : 'server';
  const args = [vitest, 'run', '--project', project, '--bail=1', '--reporter=dot', test];
  return new Promise((resolve, reject) => {
    const env = { ...process.env, TEST_SCOPE: 'all' };
    const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore', env });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code === 0));
  });
}
