/** Returns why a task cannot lead to this address. The server decides. */
export function errorOfAddress(text: string): string | undefined {
  let address: URL;
  try {
    address = new URL(text.trim());
  } catch {
    return 'Enter an address that begins with https://.';
  }
  return address.protocol === 'https:' && address.hostname.includes('.')
    ? undefined
    : 'Enter an address that begins with https://.';
}
