import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';

/** A span as the receiver got it. Ids are hexadecimal, times nanoseconds. */
export interface ReceivedSpan {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  startNs: bigint;
  endNs: bigint;
  facts: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
  isError: boolean;
}

interface WireAttribute {
  key: string;
  value: Record<string, unknown>;
}

interface WireSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes?: WireAttribute[];
  links?: { traceId: string; spanId: string }[];
  status?: { code?: number };
}

interface WireRequest {
  resourceSpans: {
    resource: { attributes: WireAttribute[] };
    scopeSpans: { spans: WireSpan[] }[];
  }[];
}

/** How the receiver answers: like a collector, never, or with an error. */
type Manner = 'accepts' | 'hangs' | 'fails';

/** A real OTLP receiver: JSON over HTTP, on a port of its own. */
export class TraceReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** Everything received, as text. */
  readonly bodies: string[] = [];
  readonly headers: Record<string, string | string[] | undefined>[] = [];
  manner: Manner = 'accepts';
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, reply) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      this.headers.push({ ...request.headers, path: request.url });
      if (this.manner === 'hangs') return;
      if (this.manner === 'fails') {
        reply.writeHead(400).end();
        return;
      }
      const body = Buffer.concat(chunks).toString();
      this.bodies.push(body);
      this.spans.push(...read(JSON.parse(body) as WireRequest));
      reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }

  static async start(): Promise<TraceReceiver> {
    const receiver = new TraceReceiver();
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves with the first span that matches, once it was received. */
  find(what: string, matches: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> {
    return vi.waitFor(
      () => {
        const found = this.spans.find(matches);
        if (!found) throw new Error(`${what} was not received`);
        return found;
      },
      { timeout: 10_000, interval: 20 },
    );
  }

  /** Resolves with the one span of this name below this one, once it was received. */
  below(parent: ReceivedSpan, name: string): Promise<ReceivedSpan> {
    return this.find(`${name} below ${parent.name}`, (span) => span.name === name && isBelow(span, parent));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

export const isBelow = (span: ReceivedSpan, parent: ReceivedSpan): boolean =>
  span.traceId === parent.traceId && span.parentSpanId === parent.spanId;

export const linksTo = (span: ReceivedSpan, other: ReceivedSpan): boolean =>
  span.links.some(({ traceId, spanId }) => traceId === other.traceId && spanId === other.spanId);

function read({ resourceSpans }: WireRequest): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service: String(toFacts(resource.attributes)['service.name']),
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId || undefined,
        name: span.name,
        startNs: BigInt(span.startTimeUnixNano),
        endNs: BigInt(span.endTimeUnixNano),
        facts: toFacts(span.attributes ?? []),
        links: (span.links ?? []).map(({ traceId, spanId }) => ({ traceId, spanId })),
        isError: span.status?.code === 2,
      })),
    ),
  );
}

function toFacts(attributes: readonly WireAttribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
