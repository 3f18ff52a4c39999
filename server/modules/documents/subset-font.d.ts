/** The used part of the package, which has no types. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: '',
    options: {
      keepAllGlyphs: true;
      targetFormat: 'truetype';
      variationAxes: Record<string, number>;
    },
  ): Promise<Buffer>;
}
