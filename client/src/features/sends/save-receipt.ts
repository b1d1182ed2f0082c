import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { SendReceipt } from '@copup/shared/sends.ts';
import { formatDayAndTime } from '../../lib/format-time.ts';
import { saveFile } from '../../lib/save-file.ts';

const width = 720;
const margin = 56;
const lineHeight = 64;
const codeSize = 264;

/**
 * Draws the receipt and saves it as a picture, without the sender's balance. A picture can be faked: its code leads to
 * the receipt's page, which reads the books.
 */
export async function saveReceipt(receipt: SendReceipt, url: string): Promise<void> {
  const { default: encodeQr } = await import('qr');
  const lines = [
    ['To', `@${receipt.recipient_username}, ${isolate(receipt.recipient_name)}`] as const,
    ...receiptLines(receipt),
  ];
  const height = 380 + lines.length * lineHeight + codeSize;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const draw = canvas.getContext('2d');
  if (!draw) throw new Error('the browser has no canvas');
  const write = (text: string, x: number, y: number, font: string, colour: string) => {
    draw.font = `${font} sans-serif`;
    draw.fillStyle = colour;
    draw.fillText(text, x, y, width - 2 * margin - (draw.textAlign === 'right' ? 180 : 0));
  };
  draw.fillStyle = '#16277f';
  draw.fillRect(0, 0, width, height);
  draw.fillStyle = '#ffffff';
  draw.roundRect(24, 24, width - 48, height - 48, 32);
  draw.fill();
  draw.textAlign = 'center';
  write('Copup · Sent', width / 2, 96, '600 28px', '#474c66');
  write(inCoins(receipt.amount), width / 2, 200, '700 76px', '#0f1530');
  lines.forEach(([name, value], nth) => {
    const y = 300 + nth * lineHeight;
    draw.textAlign = 'left';
    write(name, margin, y, '400 26px', '#474c66');
    draw.textAlign = 'right';
    write(value, width - margin, y, '600 26px', '#0f1530');
  });
  const top = height - codeSize - 56;
  drawCode(draw, encodeQr(url, 'raw', { ecc: 'medium', border: 4 }), margin - 24, top);
  draw.textAlign = 'left';
  write('Pictures can be faked.', margin + codeSize, top + 120, '700 28px', '#0f1530');
  write('Scan this one.', margin + codeSize, top + 160, '700 28px', '#0f1530');
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('the picture could not be encoded');
  saveFile(blob, `copup-receipt-${receipt.id}.png`);
}

function drawCode(
  draw: CanvasRenderingContext2D,
  rows: readonly boolean[][],
  left: number,
  top: number,
): void {
  const size = Math.floor(codeSize / rows.length);
  draw.fillStyle = '#0f1530';
  rows.forEach((cells, y) => {
    cells.forEach((isDark, x) => {
      if (isDark) draw.fillRect(left + x * size, top + y * size, size, size);
    });
  });
}

export function receiptLines({ amount, charge, timestamp }: SendReceipt): [string, string][] {
  return [
    ['Charge', inCoins(charge)],
    ['Left your wallet', inCoins(amount + charge)],
    ['Date', formatDayAndTime(Date.parse(timestamp))],
  ];
}
