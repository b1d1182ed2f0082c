import type { BidsReply } from '@copup/shared/auctions.ts';
import { amountOf, lagosMoment, purposeOf, statusNames } from '@copup/shared/receipt-words.ts';
import type { ReceiptRead } from '@copup/shared/receipts.ts';

const [width, height, margin, inset] = [1080, 1350, 64, 120];
const [ink, quiet] = ['#0f1530', '#474c66'];
const display = '"Familjen Grotesk Variable", sans-serif';
const text = '"Host Grotesk Variable", "Familjen Grotesk Variable", sans-serif';
const chips = {
  final: ['#ddf3e6', '#0a7245'],
  pending: ['#ffebd3', '#8f4700'],
  reversed: ['#ece9e0', '#474c66'],
} as const;
const mostBytes = 150_000;

/**
 * Draws the picture of a receipt. It can be faked, so its code leads to what cannot: the signed content, or the public chain
 * of an auction's bids.
 */
export async function drawReceipt(receipt: ReceiptRead, url: string, chain?: BidsReply): Promise<Blob> {
  const [{ default: encodeQr }] = await Promise.all([
    import('qr'),
    ...[`700 40px ${display}`, `400 30px ${text}`, `700 30px ${text}`].map((font) =>
      document.fonts.load(font, '₦0a•'),
    ),
  ]);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const draw = canvas.getContext('2d');
  if (!draw) throw new Error('the browser has no canvas');
  const write = pen(draw);
  drawStage(draw, write, chain ? 'Checked win' : 'Receipt');
  const [soft, strong] = chips[receipt.status];
  box(draw, soft, [inset, 216, 88 + measure(draw, statusNames[receipt.status], `700 32px ${text}`), 66], 33);
  write(statusNames[receipt.status], inset + 44, 260, `700 32px ${text}`, strong);
  write(amountOf(receipt), inset, 420, `700 124px ${display}`, ink, 840);
  write(purposeOf(receipt), inset, 496, `600 36px ${text}`, quiet, 840);
  rowsOf(receipt, chain).forEach(([name, value], nth) => {
    const y = 590 + nth * 84;
    draw.fillStyle = '#e4e1d8';
    draw.fillRect(inset, y - 58, width - 2 * inset, 2);
    write(name, inset, y, `400 34px ${text}`, quiet);
    draw.textAlign = 'right';
    write(value, width - inset, y, `600 34px ${text}`, ink, 560);
    draw.textAlign = 'left';
  });
  const code = chain ? `${new URL(url).origin}/watch/${chain.auction_id}` : `${url}?s=${receipt.sealed}`;
  const size = drawCode(
    draw,
    encodeQr(code, 'raw', { ecc: chain ? 'medium' : 'low', border: 1 }),
    inset,
    964,
  );
  const left = inset + size + 44;
  const [title, first, second] = chain
    ? [`See all ${chain.seq} bids yourself`, 'The chain of bids is public', 'and can’t be changed.']
    : ['Pictures can be faked.', 'Scan this one: it shows what', 'really happened, and if it still holds.'];
  write(title, left, 1060, `700 40px ${display}`, ink, width - inset - left);
  write(first, left, 1112, `400 31px ${text}`, quiet, width - inset - left);
  write(second, left, 1154, `400 31px ${text}`, quiet, width - inset - left);
  return encode(canvas, 0.82);
}

function rowsOf({ from, to, at, code }: ReceiptRead, chain: BidsReply | undefined): [string, string][] {
  const ids: [string, string] = chain
    ? ['Chain of bids', `${chain.chain_head.slice(0, 8)} … ${chain.chain_head.slice(-8)}`]
    : ['Code', code];
  return [
    [chain ? 'Won by' : 'From', chain ? to : from],
    [chain ? 'Paid to' : 'To', chain ? from : to],
    ['Time in Lagos', lagosMoment(at)],
    ids,
  ];
}

type Pen = (words: string, x: number, y: number, font: string, colour: string, most?: number) => void;

/** Writes one line, smaller where it would be longer than `most`. */
const pen =
  (draw: CanvasRenderingContext2D): Pen =>
  (words, x, y, font, colour, most = width) => {
    const factor = Math.min(1, most / measure(draw, words, font));
    draw.font = font.replace(/\d+px/, (size) => `${Math.floor(Number.parseInt(size, 10) * factor)}px`);
    draw.fillStyle = colour;
    draw.fillText(words, x, y, most);
  };

function measure(draw: CanvasRenderingContext2D, words: string, font: string): number {
  draw.font = font;
  return draw.measureText(words).width;
}

function box(
  draw: CanvasRenderingContext2D,
  colour: string,
  [x, y, w, h]: readonly [number, number, number, number],
  radius: number,
): void {
  draw.fillStyle = colour;
  draw.beginPath();
  draw.roundRect(x, y, w, h, radius);
  draw.fill();
}

/** The brand's stage with its rings, and the card on it. */
function drawStage(draw: CanvasRenderingContext2D, write: Pen, label: string): void {
  draw.fillStyle = '#16277f';
  draw.fillRect(0, 0, width, height);
  draw.strokeStyle = '#2e3f9c';
  draw.lineWidth = 6;
  for (const radius of [210, 330, 450, 570]) {
    draw.beginPath();
    draw.arc(width / 2, 230, radius, 0, 2 * Math.PI);
    draw.stroke();
  }
  box(draw, '#ffffff', [margin, 164, width - 2 * margin, 1134], 44);
  draw.save();
  draw.translate(margin, 48);
  draw.scale(1.6, 1.6);
  draw.lineWidth = 8.5;
  draw.strokeStyle = '#ffffff';
  draw.stroke(new Path2D('M38.94 22.69A15 15 0 1 1 25.31 9.06'));
  draw.fillStyle = '#ffb01f';
  draw.fill(new Path2D('M42.8 10.4a5.2 5.2 0 1 1-10.4 0a5.2 5.2 0 0 1 10.4 0'));
  draw.restore();
  write('copup', margin + 90, 106, `700 54px ${display}`, '#ffffff');
  draw.textAlign = 'right';
  write(label, width - margin, 100, `600 30px ${text}`, '#c9d2ff');
  draw.textAlign = 'left';
}

/** Draws the code with whole pixels per module; returns its side. */
function drawCode(
  draw: CanvasRenderingContext2D,
  rows: readonly boolean[][],
  left: number,
  top: number,
): number {
  const size = Math.floor(300 / rows.length);
  draw.fillStyle = ink;
  rows.forEach((cells, y) => {
    cells.forEach((isDark, x) => {
      if (isDark) draw.fillRect(left + x * size, top + y * size, size, size);
    });
  });
  return size * rows.length;
}

async function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  if (!blob) throw new Error('the picture could not be encoded');
  return blob.size > mostBytes && quality > 0.5 ? encode(canvas, quality - 0.1) : blob;
}
