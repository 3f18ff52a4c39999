/** The part of the package that the server uses. The package has no types. */
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
