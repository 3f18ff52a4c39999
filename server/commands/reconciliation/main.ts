import { startCommand } from '../startCommand.ts';
import { reconciliation } from './reconciliation.ts';

await startCommand(reconciliation);
