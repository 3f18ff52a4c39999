import { startCommand } from '../startCommand.ts';
import { chargebacks } from './chargebacks.ts';

await startCommand(chargebacks);
