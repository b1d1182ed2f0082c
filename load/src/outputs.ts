import { renameSync, writeFileSync } from 'node:fs';
import { causeOf } from './errors.ts';
import { renderJunit } from './exports/junit.ts';
import { sendOtlp } from './exports/otlp.ts';
import { renderPrometheus } from './exports/prometheus.ts';
import type { LoadOptions } from './options.ts';
import { renderReport } from './report/html-report.ts';
import type { LoadResult } from './result.ts';

const formats = {
  json: (result: LoadResult) => `${JSON.stringify(result, null, 1)}\n`,
  html: (result: LoadResult) => renderReport(result),
  junit: renderJunit,
  prometheus: renderPrometheus,
};
export type OutputFormat = keyof typeof formats;
export const outputFormats = Object.keys(formats) as OutputFormat[];

/** Writes the result in each format that was asked for. Returns what could not be written; the others are. */
export async function writeOutputs(
  { files, otlpUrl }: Pick<LoadOptions, 'files' | 'otlpUrl'>,
  result: LoadResult,
): Promise<string[]> {
  const problems: string[] = [];
  for (const format of outputFormats) {
    const file = files[format];
    if (file === undefined) continue;
    try {
      // The node exporter reads the file at any time, and must not find a part of it.
      const written = format === 'prometheus' ? `${file}.part` : file;
      writeFileSync(written, formats[format](result));
      if (written !== file) renameSync(written, file);
    } catch (error) {
      problems.push(`--${format} ${file} was not written: ${causeOf(error)}`);
    }
  }
  if (otlpUrl !== undefined)
    await sendOtlp(otlpUrl, result).catch((error: unknown) =>
      problems.push(`--otlp ${otlpUrl} was not sent: ${causeOf(error)}`),
    );
  return problems;
}
