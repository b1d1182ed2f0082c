/** Offers a file as a download. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read the address once the click is handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
