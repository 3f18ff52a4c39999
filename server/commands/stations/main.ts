import { startCommand } from '../startCommand.ts';
import { stations } from './stations.ts';

await startCommand(stations);
