import { startCommand } from '../startCommand.ts';
import { news } from './news.ts';

await startCommand(news);
