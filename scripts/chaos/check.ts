import { readFile } from 'node:fs/promises';
import { check } from './checker.ts';
import { readFacts } from './factsFile.ts';

/**
 * Runs the checker as a program. It reads the facts of a run from a file, and prints the violations
 * as JSON. To repeat the check of an earlier run: `node scripts/chaos/check.ts facts.json`.
 */
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('the name of the file with the facts is missing');
const facts = readFacts(await readFile(file, 'utf8'));
console.log(JSON.stringify([...facts.seen, ...check(facts)], null, 2));
