import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';

type Report = Parameters<SpanExporter['export']>[1];

/** Logs one line when spans cannot be sent, and one when they can again. */
export class ReportingExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #address: string;
  readonly #log: Pick<Logger, 'info' | 'warn'>;
  #hasFailed = false;

  /** The address is logged without credentials and query. */
  constructor(exporter: SpanExporter, { origin, pathname }: URL, log: Pick<Logger, 'info' | 'warn'>) {
    this.#exporter = exporter;
    this.#address = origin + pathname;
    this.#log = log;
  }

  export(spans: ReadableSpan[], report: Report): void {
    this.#exporter.export(spans, (result) => {
      this.#note(result);
      report(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  #note({ error }: Parameters<Report>[0]): void {
    const hasFailed = error !== undefined;
    if (hasFailed === this.#hasFailed) return;
    this.#hasFailed = hasFailed;
    if (error)
      this.#log.warn(
        { err: error },
        `traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT (${this.#address}) and are dropped; requests are not affected`,
      );
    else this.#log.info(`traces are sent to ${this.#address} again`);
  }
}
