import type { Clock } from '../../clock.ts';
import { recordOperatorAction } from '../../modules/audit/operatorActions.ts';
import { FreezeError, liftFreeze } from '../../modules/chargebacks/liftFreeze.ts';
import type { Settings } from '../../settings/settings.ts';
import { runAndAnnounce } from '../runAndAnnounce.ts';
import {
  onDatabase,
  readArgs,
  refuse,
  UsageError,
  type Program,
  type Terminal,
} from '../runCommand.ts';
import { help } from './help.ts';
import { listChargebacks } from './listChargebacks.ts';

export interface ChargebacksContext extends Terminal {
  settings: Pick<Settings, 'databaseUrl'>;
  clock: Clock;
}

export const chargebacks: Program<ChargebacksContext> = {
  help,
  explained: [FreezeError],
  commands: {
    list(args) {
      const { positionals, all } = read(args);
      refuse(positionals.length > 0, 'list takes only --all.');
      return onDatabase((db) => listChargebacks(db, all));
    },
    lift(args) {
      const { positionals, all } = read(args);
      const [chargeback, ...others] = positionals;
      if (!chargeback || others.length > 0 || all) {
        throw new UsageError('lift takes one chargeback.');
      }
      return onDatabase(async (db, context) => {
        const { isRepeated } = await runAndAnnounce(db, context, async (work) => {
          const lifted = await liftFreeze(work, chargeback);
          if (!lifted.isRepeated) {
            const action = 'chargebackFreezeLifted';
            await recordOperatorAction(work, { action, subject: lifted.id });
          }
          return lifted;
        });
        return `Chargeback ${chargeback}: the freeze is lifted${isRepeated ? ' (lifted before)' : ''}.\n`;
      });
    },
  },
};

const read = (args: string[]) => readArgs(args, { all: { type: 'boolean', default: false } });
