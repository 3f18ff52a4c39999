/** The picture of link previews; the build draws it in the size that preview services expect. */
export const previewPicture = { path: '/icons/preview.png', width: 1200, height: 630 } as const;
