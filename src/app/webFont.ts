/**
 * Applies the web font Figtree, which src/app/start/body.ts requests after the first frame. The app
 * uses the font from its first screen on, so that the page lays out the text only once. If the font
 * fails to load, the page uses the fonts of the device.
 */
export async function applyWebFont(): Promise<void> {
  const font: unknown = await Reflect.get(window, 'font');
  if (font instanceof FontFace) document.fonts.add(font);
}
