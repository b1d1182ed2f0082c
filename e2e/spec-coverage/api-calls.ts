import type { Call } from './call.ts';

interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

interface Operation {
  parameters?: { in: string; name: string }[];
  requestBody?: Content;
  responses?: Record<string, Content>;
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

/** The server's OpenAPI document. */
export class ApiCalls {
  readonly #operations = new Map<string, Operation>();
  readonly #schemas: Record<string, Schema>;

  constructor(document: OpenApi) {
    this.#schemas = document.components?.schemas ?? {};
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(methods))
        this.#operations.set(keyOf(method, path), operation);
  }

  static async of(url: string): Promise<ApiCalls> {
    const reply = await fetch(`${url}/docs/json`);
    if (!reply.ok) throw new Error(`/docs/json answered ${reply.status}`);
    return new ApiCalls((await reply.json()) as OpenApi);
  }

  has({ method, path }: Call): boolean {
    return this.#operations.has(keyOf(method, `/api${path}`));
  }

  /** Returns the specified parameters and fields of a call that the document lacks. */
  missing(call: Call): string[] {
    const operation = this.#operations.get(keyOf(call.method, `/api${call.path}`));
    if (!operation) return ['the call'];
    const query = (operation.parameters ?? []).filter((each) => each.in === 'query').map(({ name }) => name);
    const kind = call.multipart ? 'multipart/form-data' : 'application/json';
    const body = this.#fields(operation.requestBody?.content?.[kind]?.schema);
    const [, success] =
      Object.entries(operation.responses ?? {}).find(([code]) => code.startsWith('2')) ?? [];
    const reply = this.#fields(success?.content?.['application/json']?.schema);
    return [
      ...without(call.query, query).map((name) => `query ${name}`),
      ...without(call.body, body).map((name) => `body ${name}`),
      ...without(call.reply, reply).map((name) => `reply ${name}`),
    ];
  }

  /** Returns the names of an object's properties, or of the properties of a list's rows. */
  #fields(schema: Schema | undefined): string[] {
    if (!schema) return [];
    if (schema.$ref) return this.#fields(this.#schemas[schema.$ref.split('/').at(-1) ?? '']);
    const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
    return [
      ...Object.keys(schema.properties ?? {}),
      ...this.#fields(schema.items),
      ...parts.flatMap((part) => this.#fields(part)),
    ];
  }
}

/** Returns a key that ignores the names of path parameters. */
function keyOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
}

function without(wanted: readonly string[] | undefined, there: readonly string[]): string[] {
  return (wanted ?? []).filter((name) => !there.includes(name));
}
