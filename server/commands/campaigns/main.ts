import { startCommand } from '../startCommand.ts';
import { campaigns } from './campaigns.ts';

await startCommand(campaigns);
