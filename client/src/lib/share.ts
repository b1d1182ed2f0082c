/**
 * Opens the device's share sheet, with the file where it takes files; without one, copies the text and the address. Resolves
 * with what happened.
 */
export async function share(
  text: string,
  url: string,
  file?: File,
): Promise<'shared' | 'closed' | 'copied' | 'failed'> {
  if ('share' in navigator) {
    try {
      const files = file && navigator.canShare?.({ files: [file] }) ? { files: [file] } : {};
      await navigator.share({ text, url, ...files });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'closed';
      // Some browsers have the function and refuse every use of it.
    }
  }
  try {
    await navigator.clipboard.writeText(`${text} ${url}`);
    return 'copied';
  } catch {
    return 'failed';
  }
}
