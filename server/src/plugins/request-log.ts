import type { FastifyBaseLogger } from 'fastify';

type Log = FastifyBaseLogger;

/**
 * The log of one request. A child logger redacts and serializes its bindings when it is created, which costs more than
 * the rest of a small request, so it is created for the first written line. Most requests write none.
 */
class RequestLog implements Log {
  readonly #parent: Log;
  readonly #bindings: Record<string, unknown>;
  #child: Log | undefined;

  constructor(parent: Log, bindings: Record<string, unknown>) {
    this.#parent = parent;
    this.#bindings = bindings;
  }

  get #log(): Log {
    this.#child ??= this.#parent.child(this.#bindings);
    return this.#child;
  }

  get level(): string {
    return this.#parent.level;
  }

  fatal(...line: Parameters<Log['fatal']>): void {
    this.#log.fatal(...line);
  }

  error(...line: Parameters<Log['error']>): void {
    this.#log.error(...line);
  }

  warn(...line: Parameters<Log['warn']>): void {
    this.#log.warn(...line);
  }

  info(...line: Parameters<Log['info']>): void {
    this.#log.info(...line);
  }

  debug(...line: Parameters<Log['debug']>): void {
    this.#log.debug(...line);
  }

  trace(...line: Parameters<Log['trace']>): void {
    this.#log.trace(...line);
  }

  silent(...line: Parameters<Log['silent']>): void {
    this.#log.silent(...line);
  }

  child(...options: Parameters<Log['child']>): Log {
    return this.#log.child(...options);
  }
}

/** Creates the log of a request, as Fastify's `childLoggerFactory`. */
export function createRequestLog(
  parent: Log,
  bindings: Record<string, unknown>,
  options: Parameters<Log['child']>[1] = {},
): Log {
  // False for a route with its own level or serializers.
  const isPlain = options.level === undefined && options.serializers === undefined;
  return isPlain ? new RequestLog(parent, bindings) : parent.child(bindings, options);
}
