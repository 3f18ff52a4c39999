import { start } from '../campaigns/start.ts';
import { runRaffle } from './runRaffle.ts';

await start(runRaffle);
