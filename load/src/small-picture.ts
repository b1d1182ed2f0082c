import { crc32, deflateSync } from 'node:zlib';

const SIZE = 32;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Returns the data URL of a PNG whose colour depends on `colour`, so that players send different screenshots. */
export function smallPicture(colour: number): string {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  // 8 bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const pixel = [colour & 0xff, (colour >> 8) & 0xff, (colour >> 16) & 0xff];
  const line = [0, ...Array.from({ length: SIZE }, () => pixel).flat()];
  const pixels = deflateSync(Buffer.from(Array.from({ length: SIZE }, () => line).flat()));
  const png = Buffer.concat([signature, part('IHDR', header), part('IDAT', pixels), part('IEND')]);
  return `data:image/png;base64,${png.toString('base64')}`;
}

function part(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
