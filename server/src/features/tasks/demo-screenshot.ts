import sharp from 'sharp';
import type { Deps } from '../../deps.ts';

const colours = ['#d6246e', '#0e8f4f', '#1b6fd1', '#e07a1f', '#5b3fc4', '#16202f'] as const;

/** Draws a page of a social network on a phone: a profile, a button with a tick, and pictures. It differs each time. */
export function drawScreenshot({ randomBytes }: Pick<Deps, 'randomBytes'>): Promise<Buffer> {
  const random = [...randomBytes(16)];
  const colour = (nth: number) => colours[(random[nth] ?? 0) % colours.length];
  const tiles = Array.from({ length: 9 }, (_, nth) => {
    const [x, y] = [24 + (nth % 3) * 140, 430 + Math.floor(nth / 3) * 128];
    const hill = 96 - ((random[nth] ?? 0) % 50);
    return `<g transform="translate(${x} ${y})"><rect width="132" height="120" rx="10" fill="${colour(nth)}" opacity=".16"/>
      <path d="M0 ${hill}L44 ${hill - 34}L78 ${hill}L104 ${hill - 20}L132 ${hill + 8}V110a10 10 0 0 1-10 10H10a10 10 0 0 1-10-10z"
        fill="${colour(nth)}" opacity=".7"/><circle cx="${28 + (random[nth + 3] ?? 0) / 4}" cy="26" r="12" fill="#f5b82e"/></g>`;
  }).join('');
  const width = 120 + (random[15] ?? 0) / 3;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="460" height="840">
    <rect width="460" height="840" fill="#fff"/><rect width="460" height="34" fill="#16202f"/>
    <rect x="24" y="14" width="46" height="8" rx="4" fill="#fff"/><rect x="392" y="12" width="44" height="12" rx="6" fill="#fff"/>
    <circle cx="84" cy="132" r="58" fill="${colour(12)}"/><circle cx="84" cy="120" r="22" fill="#fff"/>
    <path d="M44 168a40 34 0 0 1 80 0z" fill="#fff"/>
    <rect x="166" y="92" width="${width}" height="24" rx="12" fill="#16202f"/>
    <rect x="166" y="132" width="240" height="14" rx="7" fill="#c3c8d2"/><rect x="166" y="158" width="180" height="14" rx="7" fill="#c3c8d2"/>
    <rect x="24" y="226" width="268" height="54" rx="12" fill="#e8f5ee"/>
    <path d="M52 252l12 12 22-26" fill="none" stroke="#0e8f4f" stroke-width="7" stroke-linecap="round"/>
    <rect x="104" y="244" width="150" height="18" rx="9" fill="#0e8f4f"/><rect x="306" y="226" width="130" height="54" rx="12" fill="#eceef2"/>
    <rect x="24" y="318" width="412" height="12" rx="6" fill="#dde1e8"/><rect x="24" y="346" width="300" height="12" rx="6" fill="#dde1e8"/>
    <rect x="24" y="396" width="412" height="2" fill="#dde1e8"/>${tiles}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
