import type { BidsReply, VisitedAuction } from '@copup/shared/auctions.ts';
import { BIDDING_NAIRA_PER_COIN, formatNaira } from '@copup/shared/coins.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { lagosMoment } from '@copup/shared/receipt-words.ts';
import type { ReceiptRead } from '@copup/shared/receipts.ts';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { ItemImage } from '../ui/item-image.tsx';
import { display, ink, margin, openCanvas, type Pen, quiet, text, width } from './picture-pen.ts';

interface Win {
  receipt: ReceiptRead;
  auction: VisitedAuction;
  chain: BidsReply;
  /** The winner's name as the picture shows it. */
  name: string;
}

const [white, coin] = ['#ffffff', '#ffb01f'];
const [centre, radius] = [430, 235];
const beads = [coin, '#c9d2ff', '#ff8468', '#ffcf70'];

/** Draws the picture of a win. Its code leads to the public chain of the auction's bids. */
export async function drawWin({ receipt, auction, chain, name }: Win): Promise<Blob> {
  const pen = await openCanvas();
  const { draw } = pen;
  pen.stage('Checked win', centre);
  await drawItem(draw, auction);
  draw.textAlign = 'center';
  drawPrice(pen, auction.price, receipt.coins);
  pen.write(`${auction.name}, won by ${name}`, width / 2, 886, `600 36px ${text}`, white, width - 2 * margin);
  pen.write(lagosMoment(receipt.at), width / 2, 938, `400 34px ${text}`, '#c9d2ff');
  draw.textAlign = 'left';
  pen.box(white, [margin, 990, width - 2 * margin, 308], 40);
  const page = new URL(pathTo(paths.watch, auction.id), location.origin).href;
  const size = await pen.code(page, 'medium', [margin + 30, 1019, 250]);
  const left = margin + 30 + size + 30;
  const most = width - margin - 36 - left;
  const bids = chain.seq > 1 ? `all ${chain.seq} bids` : chain.seq === 1 ? 'the bid' : 'the auction';
  pen.write(`See ${bids} yourself`, left, 1082, `700 40px ${display}`, ink, most);
  pen.write('Scan it. The chain of bids is public', left, 1136, `400 31px ${text}`, quiet, most);
  pen.write('and can’t be changed.', left, 1178, `400 31px ${text}`, quiet, most);
  const head = `${chain.chain_head.slice(0, 8)} … ${chain.chain_head.slice(-8)}`;
  pen.write(`${head}, 18+`, left, 1236, `400 28px ${text}`, quiet, most);
  return pen.encode();
}

/** The worth is left out where the auction has none. */
function drawPrice(pen: Pen, naira: number, coins: number): void {
  const parts = [
    [naira > 0 ? formatNaira(naira) : 'Won', `700 110px ${display}`, white],
    [' for ', `700 64px ${display}`, white],
    [formatNaira(coins * BIDDING_NAIRA_PER_COIN), `700 110px ${display}`, coin],
  ] as const;
  const sum = parts.reduce((total, [words, font]) => total + pen.measure(words, font), 0);
  const factor = Math.min(1, (width - 2 * margin) / sum);
  let x = (width - sum * factor) / 2;
  pen.draw.textAlign = 'left';
  for (const [words, font, colour] of parts) {
    const most = pen.measure(words, font) * factor;
    pen.write(words, x, 822, font, colour, most);
    x += most;
  }
  pen.draw.textAlign = 'center';
}

/** Draws what was won on a disc with a golden edge, and beads around it. */
async function drawItem(draw: CanvasRenderingContext2D, auction: VisitedAuction): Promise<void> {
  const x = width / 2;
  const disc = (colour: string, y: number, r: number, at = x) => {
    draw.fillStyle = colour;
    draw.beginPath();
    draw.arc(at, y, r, 0, 2 * Math.PI);
    draw.fill();
  };
  for (let nth = 0; nth < 36; nth++) {
    const turn = (nth * Math.PI) / 18;
    const away = radius + 42 + 22 * (nth % 3);
    const colour = beads[nth % beads.length] ?? coin;
    disc(colour, centre + away * Math.sin(turn), 4 + 2 * (nth % 2), x + away * Math.cos(turn));
  }
  disc('#a86200', centre + 12, radius + 20);
  disc(coin, centre, radius + 20);
  disc('#eef0fb', centre, radius);
  const picture = await loadPicture(auction);
  // The largest square in the disc, so that nothing is cropped.
  const side = radius * Math.SQRT2;
  const factor = side / Math.max(picture.width, picture.height);
  const [w, h] = [picture.width * factor, picture.height * factor];
  draw.drawImage(picture, x - w / 2, centre - h / 2, w, h);
}

/** The picture that the app shows of this auction, or its drawing. */
async function loadPicture(item: VisitedAuction): Promise<HTMLImageElement> {
  const host = document.createElement('span');
  const root = createRoot(host);
  flushSync(() => root.render(<ItemImage {...item} sizes="320px" isEager />));
  const drawing = host.querySelector('svg');
  const picture = host.querySelector('img') ?? new Image(200, 200);
  if (drawing) {
    const source = new XMLSerializer().serializeToString(drawing);
    picture.src = `data:image/svg+xml,${encodeURIComponent(source.replace('<svg ', '<svg width="600" height="600" '))}`;
  }
  await picture.decode();
  root.unmount();
  return picture;
}
