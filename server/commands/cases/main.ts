import { startCommand } from '../startCommand.ts';
import { cases } from './cases.ts';

await startCommand(cases);
