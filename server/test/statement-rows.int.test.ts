import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkRows, type Described } from './checked-rows.ts';
import { findStatements } from './statements.ts';

/** What Node receives of each type. JSON may be anything. */
const nodeTypes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['int2', 'int4', 'int8', 'float4', 'float8', 'oid'].map((name) => [name, 'number'])),
  ...Object.fromEntries(
    ['text', 'varchar', 'bpchar', 'citext', 'uuid', 'xid8', 'numeric', 'enum', 'name', 'pg_lsn'].map(
      (name) => [name, 'string'],
    ),
  ),
  bool: 'boolean',
  timestamptz: 'Date',
  bytea: 'Buffer',
  json: 'any',
  jsonb: 'any',
  _text: 'string[]',
  _uuid: 'string[]',
  _int4: 'number[]',
};

let test: TestDatabase;
let client: pg.Client;
const typeNames = new Map<number, string>();
beforeAll(async () => {
  test = await createTestDatabase();
  // As the owner: some statements read what the server's role may not.
  client = new pg.Client({ connectionString: test.ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ oid: number; name: string }>(
    "SELECT oid::int8 AS oid, CASE typtype WHEN 'e' THEN 'enum' ELSE typname END AS name FROM pg_type",
  );
  for (const { oid, name } of rows) typeNames.set(Number(oid), name);
});
afterAll(async () => {
  await client?.end();
  await test?.drop();
});

/** Describes the columns that a statement returns, without running it. */
function describeColumns(text: string): Promise<Described> {
  return new Promise((resolve, reject) => {
    let columns: { name: string; dataTypeID: number }[] = [];
    client.query({
      submit(
        connection: pg.Connection & { parse(q: object): void; describe(q: object): void; sync(): void },
      ) {
        connection.parse({ text });
        connection.describe({ type: 'S' });
        connection.sync();
      },
      handleRowDescription: (message: { fields: typeof columns }) => {
        columns = message.fields;
      },
      // The driver forgets a query that failed, and does not tell it when the connection is ready.
      handleError: reject,
      handleReadyForQuery() {
        resolve(
          columns.map(({ name, dataTypeID }) => {
            const known = typeNames.get(dataTypeID) ?? String(dataTypeID);
            return { name, type: nodeTypes[known] ?? `'of the unknown type ${known}'` };
          }),
        );
      },
    } as unknown as pg.Submittable);
  });
}

describe('the rows of typed statements', async () => {
  const { statements, unknown } = await findStatements();

  it('have a text that is known, with a sample of its parameters where it has some', () => {
    expect(unknown).toEqual([]);
    expect(statements.length).toBeGreaterThan(140);
  });

  it('have the fields that the database sends, of the types that Node receives', async () => {
    const checks = [];
    const refused: string[] = [];
    for (const statement of statements) {
      try {
        checks.push({ statement, sent: await describeColumns(statement.text) });
      } catch (error) {
        refused.push(`${statement.title}: ${(error as Error).message}`);
      }
    }
    expect(refused).toEqual([]);
    expect(await checkRows(checks)).toEqual([]);
    // The compiler reads the whole server.
  }, 120_000);
});
