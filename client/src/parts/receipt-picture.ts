import { amountOf, lagosMoment, purposeOf, statusNames } from '@copup/shared/receipt-words.ts';
import type { ReceiptRead } from '@copup/shared/receipts.ts';
import { display, ink, margin, openCanvas, quiet, text, width } from './picture-pen.ts';

const inset = 120;
const chips = {
  final: ['#ddf3e6', '#0a7245'],
  pending: ['#ffebd3', '#8f4700'],
  reversed: ['#ece9e0', '#474c66'],
} as const;

/** Draws the picture of a receipt. It can be faked, so its code has what cannot: the signed content. */
export async function drawReceipt(receipt: ReceiptRead, url: string): Promise<Blob> {
  const pen = await openCanvas();
  const { draw } = pen;
  pen.stage('Receipt', 230);
  pen.box('#ffffff', [margin, 164, width - 2 * margin, 1134], 44);
  const [soft, strong] = chips[receipt.status];
  pen.box(soft, [inset, 216, 88 + pen.measure(statusNames[receipt.status], `700 32px ${text}`), 66], 33);
  pen.write(statusNames[receipt.status], inset + 44, 260, `700 32px ${text}`, strong);
  pen.write(amountOf(receipt), inset, 420, `700 124px ${display}`, ink, 840);
  pen.write(purposeOf(receipt), inset, 496, `600 36px ${text}`, quiet, 840);
  const rows = [
    ['From', receipt.from],
    ['To', receipt.to],
    ['Time in Lagos', lagosMoment(receipt.at)],
    ['Code', receipt.code],
  ] as const;
  rows.forEach(([name, value], nth) => {
    const y = 590 + nth * 84;
    draw.fillStyle = '#e4e1d8';
    draw.fillRect(inset, y - 58, width - 2 * inset, 2);
    pen.write(name, inset, y, `400 34px ${text}`, quiet);
    draw.textAlign = 'right';
    pen.write(value, width - inset, y, `600 34px ${text}`, ink, 560);
    draw.textAlign = 'left';
  });
  const size = await pen.code(`${url}?s=${receipt.sealed}`, 'low', [inset, 964, 300]);
  const left = inset + size + 44;
  const most = width - inset - left;
  pen.write('Pictures can be faked.', left, 1060, `700 40px ${display}`, ink, most);
  pen.write('Scan this one: it shows what', left, 1112, `400 31px ${text}`, quiet, most);
  pen.write('really happened, and if it still holds.', left, 1154, `400 31px ${text}`, quiet, most);
  return pen.encode();
}
