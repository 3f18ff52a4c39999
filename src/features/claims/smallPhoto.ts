/** The longest side of a photo that is sent, in pixels. */
const longestSide = 1600;

/**
 * Makes a small JPEG file of a photo of any size, so that a slow network can send it. Resolves to null if this browser
 * cannot open or draw the file as a picture.
 */
export async function smallPhoto(file: Blob): Promise<Blob | null> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    if (width === 0 || height === 0) return null;
    const scale = Math.min(1, longestSide / Math.max(width, height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const context = canvas.getContext('2d');
    if (context === null) return null;
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', 0.85);
    });
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
