import fc, { type Arbitrary } from 'fast-check';
import sharp from 'sharp';

export const BOUNDARY = 'frontier';

/** The smallest pictures of the accepted types. */
export async function tinyPictures(): Promise<Buffer[]> {
  const blank = sharp({ create: { width: 2, height: 2, channels: 3, background: '#00a651' } });
  return Promise.all([blank.png().toBuffer(), blank.jpeg().toBuffer(), blank.webp().toBuffer()]);
}

/** Bodies of multipart/form-data that are well formed, with anything in their parts; a few end too early. */
export function formsOf(pictures: readonly Buffer[]): Arbitrary<Uint8Array<ArrayBuffer>> {
  const names = fc.oneof(
    fc.constantFrom('image', 'image', '', '__proto__', 'constructor', 'toString', 'a[b]', 'x'.repeat(2_000)),
    fc.string(),
  );
  const fileNames = fc.oneof(
    fc.constantFrom('x.png', '../../etc/passwd', 'x.svg', 'x.png\u0000.html', '', 'con', 'x'.repeat(5_000)),
    fc.string({ unit: 'binary' }),
  );
  const types = fc.constantFrom(
    'image/png',
    'image/svg+xml',
    'text/html',
    'application/json',
    'nonsense',
    '',
  );
  const contents = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...pictures) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...pictures).map((bytes) => bytes.subarray(0, bytes.length / 2)),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...pictures).map((bytes) => Buffer.concat([bytes, Buffer.from('<svg/>')])),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)) },
  );
  const part = fc
    .record({
      name: names,
      fileName: fc.option(fileNames, { freq: 3 }),
      type: fc.option(types),
      encoding: fc.option(fc.constantFrom('binary', 'base64', 'quoted-printable')),
      content: contents,
    })
    .map(({ name, fileName, type, encoding, content }) => {
      const headers = [
        `Content-Disposition: form-data; name="${quoted(name)}"${fileName === null ? '' : `; filename="${quoted(fileName)}"`}`,
        ...(type === null ? [] : [`Content-Type: ${type}`]),
        ...(encoding === null ? [] : [`Content-Transfer-Encoding: ${encoding}`]),
      ];
      return Buffer.concat([
        Buffer.from(`--${BOUNDARY}\r\n${headers.join('\r\n')}\r\n\r\n`),
        content,
        Buffer.from('\r\n'),
      ]);
    });
  return fc
    .tuple(
      fc.oneof(
        { weight: 5, arbitrary: fc.array(part, { minLength: 1, maxLength: 1 }) },
        fc.array(part, { maxLength: 8 }),
      ),
      fc.oneof(
        { weight: 9, arbitrary: fc.constant(`--${BOUNDARY}--\r\n`) },
        fc.constantFrom('', `--${BOUNDARY}`),
      ),
    )
    .map(([parts, end]) => new Uint8Array(Buffer.concat([...parts, Buffer.from(end)])));
}

/** As browsers quote a name: what would end it, or the header, is percent-encoded. */
const quoted = (text: string) =>
  text.toWellFormed().replace(/["\r\n\0]/g, (character) => encodeURIComponent(character));
