import { startCommand } from '../startCommand.ts';
import { ops } from './ops.ts';

await startCommand(ops, { inCallerDir: true });
