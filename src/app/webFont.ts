/**
 * Applies the web font Figtree. src/app/start/body.ts requests the file after the first frame. The
 * page uses the font from its first screen on, so it lays out the text only once. If the font does
 * not load, the page uses the fonts of the device.
 */
export async function applyWebFont(): Promise<void> {
  const face: unknown = await Reflect.get(window, 'face');
  if (face instanceof FontFace) document.fonts.add(face);
}
