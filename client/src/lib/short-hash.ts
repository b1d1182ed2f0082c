/** "9f2c 41ab … e3d0 77b1" */
export function shortHash(hash: string): string {
  if (hash.length < 20) return hash;
  const pairs = (text: string) => `${text.slice(0, 4)} ${text.slice(4)}`;
  return `${pairs(hash.slice(0, 8))} … ${pairs(hash.slice(-8))}`;
}
