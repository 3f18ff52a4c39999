/** Has the browser keep a file, as a download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
