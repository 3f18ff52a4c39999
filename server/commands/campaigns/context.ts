import type { Clock } from '../../clock.ts';
import type { Terminal } from '../runCommand.ts';

export interface CampaignContext extends Terminal {
  /** The currency of amounts. */
  currency: string;
  /** The public address of the server. */
  publicUrl: string;
  clock: Clock;
}
