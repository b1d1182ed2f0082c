import { type CardOrder, cardOrders } from '@copup/shared/fairness.ts';

/** Returns the order of the three cards for one practice pick. All orders are equally likely: bytes above 251 are drawn again. */
export function practiceDraw(randomByte = drawByte): CardOrder {
  const limit = 256 - (256 % cardOrders.length);
  let byte = randomByte();
  while (byte >= limit) byte = randomByte();
  return cardOrders[byte % cardOrders.length] as CardOrder;
}

const drawByte = () => crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
