import type { Clock } from '../../clock.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Terminal } from '../runCommand.ts';

export interface CampaignContext extends Terminal {
  settings: Pick<Settings, 'currency' | 'publicUrl'>;
  clock: Clock;
}
