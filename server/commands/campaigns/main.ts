import { runCampaigns } from './runCampaigns.ts';
import { start } from './start.ts';

await start(runCampaigns);
