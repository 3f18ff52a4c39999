import { FileError } from '../../modules/network/import/entry.ts';
import { formerCommand } from '../formerCommand.ts';
import type { OpsContext } from '../ops/opsClient.ts';
import { stationFileCommands } from '../ops/stations/stationFiles.ts';
import type { Program } from '../runCommand.ts';

const help = `Imports and exports stations, and prints their labels.

  npm run stations -- import|export|labels …
      The same as npm run ops -- stations, which --help explains, without the need for --why.
`;

/** The former command for files of stations. It calls the server like `npm run ops -- stations`. */
export const stations: Program<OpsContext> = formerCommand(
  { help, commands: stationFileCommands('with npm run stations'), explained: [FileError] },
  { former: 'stations', present: 'stations' },
);
