/** What a link to the app shows elsewhere; the build draws it, in the size that previews ask for. */
export const previewPicture = { path: '/icons/preview.png', width: 1200, height: 630 } as const;
