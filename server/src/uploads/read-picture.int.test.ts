import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ErrorReply } from '@copup/shared/wire.ts';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errors } from '../plugins/errors.ts';
import { pictureLimits, readPicture } from './read-picture.ts';
import { MAX_IMAGE_BYTES } from './uploads.ts';

let app: FastifyInstance;
let port: number;
/** Sizes of the pictures that the route received. */
let taken: number[] = [];
const accepted: Socket[] = [];

beforeAll(async () => {
  app = fastify();
  await app.register(errors);
  await app.register(multipart, { limits: pictureLimits });
  app.post('/', async (request) => {
    taken.push((await readPicture(request)).length);
    return { taken };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = Number(new URL(app.listeningOrigin).port);
  app.server.on('connection', (socket: Socket) => accepted.push(socket));
});
afterAll(() => app?.close());
beforeEach(() => {
  taken = [];
});

const boundary = 'frontier';
const head = `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="../x.png"\r\nContent-Type: image/png\r\n\r\n`;
const tail = `\r\n--${boundary}--\r\n`;
const bytes = (count: number) => Buffer.alloc(count, 1);

/**
 * Opens a multipart request whose body is sent in the given pieces, each after the server has read the previous ones.
 */
async function send(
  pieces: (string | Buffer)[],
  { length, end = false }: { length?: number; end?: boolean } = {},
) {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += String(chunk);
  });
  socket.on('error', () => undefined);
  const nth = accepted.length;
  const closed = once(socket, 'close');
  const framing = length === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\n${framing}\r\n\r\n`,
  );
  for (const piece of pieces) {
    if (socket.destroyed || received !== '') break;
    if (length === undefined) {
      socket.write(`${Buffer.byteLength(piece).toString(16)}\r\n`);
      socket.write(piece);
      socket.write('\r\n');
    } else socket.write(piece);
    await Promise.race([
      closed,
      expect.poll(() => received !== '' || accepted[nth]?.bytesRead === socket.bytesWritten).toBe(true),
    ]);
  }
  if (end) socket.end();
  else if (length === undefined && received === '' && !socket.destroyed) socket.write('0\r\n\r\n');
  await expect.poll(() => received, { timeout: 10_000 }).toContain('}');
  socket.destroy();
  const [top = '', body = ''] = received.split('\r\n\r\n', 2);
  return {
    status: Number(top.split(' ')[1]),
    code: ErrorReply.safeParse(JSON.parse(body)).data?.code,
    readBytes: accepted[nth]?.bytesRead ?? 0,
  };
}

describe('Uploads at and above the limit', () => {
  it('accepts a file of exactly the limit', async () => {
    expect((await send([head, bytes(MAX_IMAGE_BYTES), tail])).status).toBe(200);
    expect(taken).toEqual([MAX_IMAGE_BYTES]);
  });

  it('refuses a file that was cut off between two chunks', async () => {
    expect(await send([head, bytes(MAX_IMAGE_BYTES), bytes(1), tail])).toMatchObject({
      status: 413,
      code: 'BODY_TOO_LARGE',
    });
    expect(taken).toEqual([]);
  });

  it('refuses a file that is one byte too long within a chunk', async () => {
    expect(
      (await send([Buffer.concat([Buffer.from(head), bytes(MAX_IMAGE_BYTES + 1), Buffer.from(tail)])])).code,
    ).toBe('BODY_TOO_LARGE');
    expect(taken).toEqual([]);
  });

  const many = Array.from({ length: 256 }, () => bytes(2 ** 18));
  it.each<[string, (string | Buffer)[]]>([
    ['a file of 64 MB', [head, ...many, tail]],
    ['64 MB before the file', [...many, head, bytes(10), tail]],
    ['64 MB after the file', [head, bytes(10), tail, ...many]],
    ['a header of 64 MB', [`--${boundary}\r\nA: `, ...many]],
  ])('stops reading %s', async (_what, pieces) => {
    const { status, readBytes } = await send(pieces);
    // Data after the closing boundary is not part of the form.
    expect([200, 400, 413]).toContain(status);
    expect(readBytes).toBeLessThan(8 * 2 ** 20);
    if (status !== 200) expect(taken).toEqual([]);
  });

  it('refuses a Content-Length that is too large before reading the body', async () => {
    expect((await send([head], { length: 3 * 2 ** 20 })).code).toBe('BODY_TOO_LARGE');
  });

  it.each<[string, (string | Buffer)[]]>([
    ['ends within the file', [head, bytes(1_000)]],
    ['ends within a header', [head.slice(0, 40)]],
    ['has no part', [`--${boundary}--\r\n`]],
    ['is empty', []],
    ['has another boundary', ['--other\r\n\r\nx\r\n--other--\r\n']],
    ['names its field __proto__', [head.replace('"image"', '"__proto__"'), bytes(10), tail]],
    ['has a field alone', [head.replace('; filename="../x.png"', ''), 'words', tail]],
    [
      'has seven parts',
      [
        ...Array.from(
          { length: 6 },
          (_, nth) => `--${boundary}\r\nContent-Disposition: form-data; name="f${nth}"\r\n\r\nx\r\n`,
        ),
        head,
        bytes(10),
        tail,
      ],
    ],
  ])('refuses a body that %s', async (_what, pieces) => {
    expect((await send(pieces)).status).toBeGreaterThanOrEqual(400);
    expect(taken).toEqual([]);
  });
});
