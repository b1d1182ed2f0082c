import fc, { type Arbitrary } from 'fast-check';
import sharp from 'sharp';

export const BOUNDARY = 'frontier';

/**
 * Creates small pictures of the accepted types: plain, rotated by EXIF, grey, transparent, in 16 bits, narrow,
 * animated.
 */
export async function tinyPictures(): Promise<Buffer[]> {
  const of = (width: number, height: number, channels: 3 | 4 = 3) =>
    sharp({ create: { width, height, channels, background: { r: 0, g: 166, b: 81, alpha: 0.5 } } });
  const frames = [of(4, 4).png().toBuffer(), of(4, 4).negate().png().toBuffer()];
  return Promise.all([
    of(2, 2).png().toBuffer(),
    of(2, 2).jpeg().toBuffer(),
    of(2, 2).webp().toBuffer(),
    of(1, 1, 4).png({ palette: true }).toBuffer(),
    of(64, 1, 4).webp({ lossless: true }).toBuffer(),
    of(1, 64).toColourspace('rgb16').png().toBuffer(),
    of(3, 5).greyscale().jpeg({ progressive: true }).toBuffer(),
    of(3, 5).toColourspace('cmyk').jpeg().toBuffer(),
    of(3, 5).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    sharp(await Promise.all(frames), { join: { animated: true } })
      .webp()
      .toBuffer(),
  ]);
}

/**
 * Generates bodies that a browser would send: one picture with its name and type, and at most the allowed number of
 * fields.
 */
export function goodFormsOf(
  pictures: readonly Buffer[],
  field = 'image',
): Arbitrary<Uint8Array<ArrayBuffer>> {
  // A field of each name once, before or after the file.
  const fields = fc.uniqueArray(
    fc.tuple(fc.constantFrom('title', 'alt', 'x'), fc.string({ maxLength: 100 }), fc.boolean()),
    { maxLength: 3, selector: ([name]) => name },
  );
  return fc
    .tuple(fields, fc.constantFrom(...pictures), fc.constantFrom('photo.png', 'Ọjà — 1.jpg', 'image'))
    .map(([texts, picture, fileName]) => {
      const text = ([name, value]: readonly [string, string, boolean]) =>
        part([`Content-Disposition: form-data; name="${name}"`], Buffer.from(value.toWellFormed()));
      const file = part(
        [
          `Content-Disposition: form-data; name="${field}"; filename="${fileName}"`,
          'Content-Type: image/png',
        ],
        picture,
      );
      const [before, after] = [true, false].map((isBefore) =>
        texts.filter(([, , is]) => is === isBefore).map(text),
      );
      const parts = [...(before ?? []), file, ...(after ?? [])];
      return new Uint8Array(Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]));
    });
}

const part = (headers: readonly string[], content: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\n${headers.join('\r\n')}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);

/** Generates well-formed multipart/form-data bodies with arbitrary parts; a few end too early. */
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
  const anyPart = fc
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
      return part(headers, content);
    });
  return fc
    .tuple(
      fc.oneof(
        { weight: 5, arbitrary: fc.array(anyPart, { minLength: 1, maxLength: 1 }) },
        fc.array(anyPart, { maxLength: 8 }),
      ),
      fc.oneof(
        { weight: 9, arbitrary: fc.constant(`--${BOUNDARY}--\r\n`) },
        fc.constantFrom('', `--${BOUNDARY}`),
      ),
    )
    .map(([parts, end]) => new Uint8Array(Buffer.concat([...parts, Buffer.from(end)])));
}

/** Quotes a name like browsers: characters that would end it, or the header, are percent-encoded. */
const quoted = (text: string) =>
  text.toWellFormed().replace(/["\r\n\0]/g, (character) => encodeURIComponent(character));
