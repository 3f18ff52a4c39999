import type { TextStyle } from './textWriter.ts';

/** The colours of the app's light theme, on white. */
export const colors = { ink: '#16181d', quiet: '#4e535e', line: '#dad5c9', spark: '#ffc42e' };

export const textStyles = {
  brand: { size: 16, weight: 700, color: colors.ink },
  heading: { size: 22, weight: 700, color: colors.ink },
  part: { size: 13, weight: 700, color: colors.ink },
  text: { size: 10.5, weight: 400, color: colors.ink },
  strong: { size: 10.5, weight: 700, color: colors.ink },
  quiet: { size: 10.5, weight: 400, color: colors.quiet },
  head: { size: 9, weight: 700, color: colors.quiet },
  cell: { size: 9, weight: 400, color: colors.ink },
  foot: { size: 8.5, weight: 400, color: colors.quiet },
} as const satisfies Record<string, TextStyle>;
