import type { TimeLinePage } from '../../../contract/operators/timeLines.ts';
import { printTimeLine } from '../cases/showCases.ts';

/** Returns a page of a time line as text, with the option that shows older entries. */
export function timeLineText({ timeLine, nextCursor }: TimeLinePage): string {
  if (timeLine.length === 0) return '';
  const more = nextCursor === null ? '' : `More: --cursor ${nextCursor}\n`;
  return `\n${printTimeLine(timeLine)}${more}`;
}
