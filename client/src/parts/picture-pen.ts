/** The width of a shared picture in pixels, and the margin of its stage. */
export const [width, margin] = [1080, 64];
const height = 1350;
export const ink = '#0f1530';
export const quiet = '#474c66';
export const display = '"Familjen Grotesk Variable", sans-serif';
export const text = '"Host Grotesk Variable", "Familjen Grotesk Variable", sans-serif';
const mostBytes = 150_000;

/** Opens a canvas once the fonts are loaded. */
export async function openCanvas(): Promise<Pen> {
  const fonts = [`700 40px ${display}`, `400 30px ${text}`, `700 30px ${text}`];
  await Promise.all(fonts.map((font) => document.fonts.load(font, '₦0a•')));
  const draw = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
  if (!draw) throw new Error('the browser has no canvas');
  return new Pen(draw);
}

export class Pen {
  readonly draw: CanvasRenderingContext2D;
  constructor(draw: CanvasRenderingContext2D) {
    this.draw = draw;
  }

  /** Writes one line, smaller where it would be longer than `most`. */
  write(words: string, x: number, y: number, font: string, colour: string, most = width): void {
    const factor = Math.min(1, most / this.measure(words, font));
    this.draw.font = font.replace(/\d+px/, (size) => `${Math.floor(Number.parseInt(size, 10) * factor)}px`);
    this.draw.fillStyle = colour;
    this.draw.fillText(words, x, y, most);
  }

  measure(words: string, font: string): number {
    this.draw.font = font;
    return this.draw.measureText(words).width;
  }

  box(colour: string, [x, y, w, h]: readonly [number, number, number, number], radius: number): void {
    this.draw.fillStyle = colour;
    this.draw.beginPath();
    this.draw.roundRect(x, y, w, h, radius);
    this.draw.fill();
  }

  /** Draws the brand's stage with rings around this height. */
  stage(label: string, centre: number): void {
    const { draw } = this;
    draw.fillStyle = '#16277f';
    draw.fillRect(0, 0, width, height);
    draw.strokeStyle = '#2e3f9c';
    draw.lineWidth = 6;
    for (const radius of [210, 330, 450, 570]) {
      draw.beginPath();
      draw.arc(width / 2, centre, radius, 0, 2 * Math.PI);
      draw.stroke();
    }
    draw.save();
    draw.translate(margin, 48);
    draw.scale(1.6, 1.6);
    draw.lineWidth = 8.5;
    draw.strokeStyle = '#ffffff';
    draw.stroke(new Path2D('M38.94 22.69A15 15 0 1 1 25.31 9.06'));
    draw.fillStyle = '#ffb01f';
    draw.fill(new Path2D('M42.8 10.4a5.2 5.2 0 1 1-10.4 0a5.2 5.2 0 0 1 10.4 0'));
    draw.restore();
    this.write('copup', margin + 90, 106, `700 54px ${display}`, '#ffffff');
    draw.textAlign = 'right';
    this.write(label, width - margin, 100, `600 30px ${text}`, '#c9d2ff');
    draw.textAlign = 'left';
  }

  /** Draws a QR code of at most this side with whole pixels per module; returns its side. */
  async code(
    content: string,
    ecc: 'low' | 'medium',
    [left, top, most]: readonly [number, number, number],
  ): Promise<number> {
    const { default: encodeQr } = await import('qr');
    const rows = encodeQr(content, 'raw', { ecc, border: 1 });
    const size = Math.floor(most / rows.length);
    this.draw.fillStyle = ink;
    rows.forEach((cells, y) => {
      cells.forEach((isDark, x) => {
        if (isDark) this.draw.fillRect(left + x * size, top + y * size, size, size);
      });
    });
    return size * rows.length;
  }

  async encode(quality = 0.82): Promise<Blob> {
    const blob = await new Promise<Blob | null>((resolve) =>
      this.draw.canvas.toBlob(resolve, 'image/jpeg', quality),
    );
    if (!blob) throw new Error('the picture could not be encoded');
    return blob.size > mostBytes && quality > 0.5 ? this.encode(quality - 0.1) : blob;
  }
}
