/**
 * Has the page wear Figtree, which src/app/start/body.ts asks for once the first frame stands: now, or as
 * soon as it is there. With the first screen, all its texts are laid out but once. Without it, the faces of
 * the device serve as well.
 */
export async function applyWebFont(): Promise<void> {
  const face: unknown = await Reflect.get(window, 'face');
  if (face instanceof FontFace) document.fonts.add(face);
}
