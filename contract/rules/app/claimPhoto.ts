/** The largest allowed size of the photo of a claim, in bytes. */
export const maxClaimPhotoBytes = 8 * 1024 * 1024;
