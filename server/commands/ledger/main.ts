import { startCommand } from '../startCommand.ts';
import { ledger } from './ledger.ts';

await startCommand(ledger);
