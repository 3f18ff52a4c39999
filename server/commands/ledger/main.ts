import { openDatabase } from '../../db/database.ts';
import { withSettings } from '../withSettings.ts';
import { runLedger } from './runLedger.ts';

await withSettings((settings) =>
  runLedger(process.argv.slice(2), {
    open: () => openDatabase(settings),
    stdout: process.stdout,
    stderr: process.stderr,
  }),
);
