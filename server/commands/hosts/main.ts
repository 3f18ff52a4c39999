import { startCommand } from '../startCommand.ts';
import { hosts } from './hosts.ts';

await startCommand(hosts);
