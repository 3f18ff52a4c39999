import { startCommand } from '../startCommand.ts';
import { coupons } from './coupons.ts';

await startCommand(coupons);
