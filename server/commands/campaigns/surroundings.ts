import type { Clock } from '../../clock.ts';
import type { Terminal } from '../runCommand.ts';

export interface Surroundings extends Terminal {
  /** What amounts are in. */
  currency: string;
  /** Where people reach the server. */
  publicUrl: string;
  clock: Clock;
}
