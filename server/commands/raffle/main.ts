import { startCommand } from '../startCommand.ts';
import { raffle } from './raffle.ts';

await startCommand(raffle);
