import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ErrorReply } from '@copup/shared/wire.ts';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errors } from '../plugins/errors.ts';
import { readForm, readPicture } from './read-form.ts';
import { MAX_IMAGE_BYTES } from './uploads.ts';

let app: FastifyInstance;
let port: number;
/** Sizes of the pictures that the route received. */
let taken: number[] = [];
const accepted: Socket[] = [];

beforeAll(async () => {
  app = fastify();
  await app.register(errors);
  await app.register(multipart);
  app.post('/', async (request) => {
    taken.push((await readPicture(request)).length);
    return { taken };
  });
  app.post('/form', async (request) => {
    const { fields, picture } = await readForm(request, {
      pictureBytes: 2 ** 20,
      fields: 3,
      pictureField: 'profile',
    });
    return { fields, bytes: picture?.length ?? null };
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
      expect
        .poll(() => received !== '' || accepted[nth]?.bytesRead === socket.bytesWritten, { interval: 1 })
        .toBe(true),
    ]);
  }
  if (end) socket.end();
  else if (length === undefined && received === '' && !socket.destroyed) socket.write('0\r\n\r\n');
  await expect.poll(() => received, { timeout: 10_000, interval: 1 }).toContain('}');
  socket.destroy();
  const [top = '', body = ''] = received.split('\r\n\r\n', 2);
  return {
    status: Number(top.split(' ')[1]),
    code: ErrorReply.safeParse(JSON.parse(body)).data?.code,
    readBytes: accepted[nth]?.bytesRead ?? 0,
  };
}

describe('Uploads at and above the limit', () => {
  it('accepts a file of exactly the limit, and refuses one byte more: in the same chunk, in the next, or declared', async () => {
    expect((await send([head, bytes(MAX_IMAGE_BYTES), tail])).status).toBe(200);
    expect(taken).toEqual([MAX_IMAGE_BYTES]);
    taken = [];
    expect(await send([head, bytes(MAX_IMAGE_BYTES), bytes(1), tail])).toMatchObject({
      status: 413,
      code: 'BODY_TOO_LARGE',
    });
    expect(taken).toEqual([]);
    expect(
      (await send([Buffer.concat([Buffer.from(head), bytes(MAX_IMAGE_BYTES + 1), Buffer.from(tail)])])).code,
    ).toBe('BODY_TOO_LARGE');
    expect(taken).toEqual([]);
    expect((await send([head], { length: 3 * 2 ** 20 })).code).toBe('BODY_TOO_LARGE');
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

  it.each<[string, (string | Buffer)[]]>([
    ['ends within the file', [head, bytes(1_000)]],
    ['ends within a header', [head.slice(0, 40)]],
    ['has no part', [`--${boundary}--\r\n`]],
    ['is empty', []],
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

describe('Forms with fields and an optional picture', () => {
  const field = (name: string, value: string | Buffer, type = '') =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n${type}\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]);
  const file = (name: string, content: Buffer, filename = 'x.png') =>
    field(`${name}"; filename="${filename}`, content, 'Content-Type: image/png\r\n');
  const end = Buffer.from(`--${boundary}--\r\n`);
  async function post(...parts: Buffer[]) {
    const reply = await app.inject({
      method: 'POST',
      url: '/form',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([...parts, end]),
    });
    return { status: reply.statusCode, body: reply.json() };
  }

  it('are read in any order of the parts', async () => {
    const name = field('full_name', 'Ada Ọbi');
    expect((await post(name, file('profile', bytes(10)), field('email', ''))).body).toEqual({
      fields: { full_name: 'Ada Ọbi', email: '' },
      bytes: 10,
    });
    expect((await post(name)).body).toEqual({ fields: { full_name: 'Ada Ọbi' }, bytes: null });
    // An input of a browser without a file.
    expect((await post(name, file('profile', bytes(0), ''))).body.bytes).toBeNull();
  });

  it.each<[string, string, Buffer[]]>([
    ['a picture above the limit of the route', 'BODY_TOO_LARGE', [file('profile', bytes(2 ** 20 + 1))]],
    ['a picture under another name', 'BAD_REQUEST', [file('screenshot', bytes(1))]],
    ['two pictures', 'BODY_TOO_LARGE', [file('profile', bytes(1)), file('profile', bytes(1))]],
    ['a field twice', 'BAD_REQUEST', [field('a', '1'), field('a', '2')]],
    ['a field of 2 KB', 'BAD_REQUEST', [field('a', bytes(2_048))]],
    ['a field of JSON', 'BAD_REQUEST', [field('a', '{"b":1}', 'Content-Type: application/json\r\n')]],
    [
      'more fields than the route has',
      'BODY_TOO_LARGE',
      ['a', 'b', 'c', 'd'].map((name) => field(name, '1')),
    ],
  ])('are refused with %s', async (_what, code, parts) => {
    expect((await post(...parts)).body).toMatchObject({ code });
  });
});
