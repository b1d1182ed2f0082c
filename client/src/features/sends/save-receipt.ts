import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { SendReceipt } from '@copup/shared/sends.ts';
import { formatDayAndTime } from '../../lib/format-time.ts';
import { saveFile } from '../../lib/save-file.ts';

const width = 720;
const margin = 56;
const lineHeight = 64;

/** Draws the receipt and saves it as a picture, without the sender's balance. */
export async function saveReceipt(receipt: SendReceipt): Promise<void> {
  const lines = [
    ['To', `@${receipt.recipient_username}, ${isolate(receipt.recipient_name)}`] as const,
    ...receiptLines(receipt),
    ['Receipt', receipt.id] as const,
  ];
  const height = 320 + lines.length * lineHeight;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const draw = canvas.getContext('2d');
  if (!draw) throw new Error('the browser has no canvas');
  draw.fillStyle = '#16277f';
  draw.fillRect(0, 0, width, height);
  draw.fillStyle = '#ffffff';
  draw.roundRect(24, 24, width - 48, height - 48, 32);
  draw.fill();
  draw.textAlign = 'center';
  draw.fillStyle = '#474c66';
  draw.font = '600 28px sans-serif';
  draw.fillText('Copup · Sent', width / 2, 96);
  draw.fillStyle = '#0f1530';
  draw.font = '700 76px sans-serif';
  draw.fillText(inCoins(receipt.amount), width / 2, 200, width - 2 * margin);
  lines.forEach(([name, value], nth) => {
    const y = 300 + nth * lineHeight;
    draw.font = '400 26px sans-serif';
    draw.fillStyle = '#474c66';
    draw.textAlign = 'left';
    draw.fillText(name, margin, y);
    draw.font = '600 26px sans-serif';
    draw.fillStyle = '#0f1530';
    draw.textAlign = 'right';
    draw.fillText(value, width - margin, y, width - 2 * margin - 180);
  });
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('the picture could not be encoded');
  saveFile(blob, `copup-receipt-${receipt.id}.png`);
}

export function receiptLines({ amount, charge, timestamp }: SendReceipt): [string, string][] {
  return [
    ['Charge', inCoins(charge)],
    ['Left your wallet', inCoins(amount + charge)],
    ['Date', formatDayAndTime(Date.parse(timestamp))],
  ];
}

/** The receipt in words, to share: without the sender's balance. */
export function receiptText(receipt: SendReceipt): string {
  const lines = receiptLines(receipt).map(([name, value]) => `${name}: ${value}`);
  return [
    `${inCoins(receipt.amount)} sent to @${receipt.recipient_username} on Copup`,
    ...lines,
    `Receipt: ${receipt.id}`,
  ].join('\n');
}
