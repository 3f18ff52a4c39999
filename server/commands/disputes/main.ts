import { startCommand } from '../startCommand.ts';
import { disputes } from './disputes.ts';

await startCommand(disputes);
