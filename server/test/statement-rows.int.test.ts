import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findStatements } from './statements.ts';

interface Column {
  name: string;
  dataTypeID: number;
}

/** What Node gets of a value of each type. Others, such as JSON, may be anything. */
const nodeTypes: Record<string, readonly string[]> = {
  boolean: ['bool'],
  number: ['int2', 'int4', 'int8', 'float4', 'float8', 'numeric'],
  string: ['text', 'varchar', 'citext', 'uuid', 'xid8', 'numeric', 'enum', 'name', 'pg_lsn', 'inet', 'char'],
  Date: ['timestamptz', 'date'],
  Buffer: ['bytea'],
};

let test: TestDatabase;
let client: pg.Client;
const typeNames = new Map<number, string>();
beforeAll(async () => {
  test = await createTestDatabase();
  client = new pg.Client({ connectionString: test.url });
  await client.connect();
  const { rows } = await client.query<{ oid: number; name: string }>(
    "SELECT oid::int8 AS oid, CASE typtype WHEN 'e' THEN 'enum' ELSE typname END AS name FROM pg_type",
  );
  for (const { oid, name } of rows) typeNames.set(Number(oid), name);
});
afterAll(async () => {
  await client.end();
  await test.drop();
});

/** The columns that a statement returns, without running it. */
function describeColumns(text: string): Promise<Column[]> {
  return new Promise((resolve, reject) => {
    let columns: Column[] = [];
    let failed: Error | undefined;
    client.query({
      submit(
        connection: pg.Connection & { parse(q: object): void; describe(q: object): void; sync(): void },
      ) {
        connection.parse({ text });
        connection.describe({ type: 'S' });
        connection.sync();
      },
      handleRowDescription: (message: { fields: Column[] }) => {
        columns = message.fields;
      },
      handleError: (error: Error) => {
        failed = error;
      },
      handleReadyForQuery: () => (failed ? reject(failed) : resolve(columns)),
    } as unknown as pg.Submittable);
  });
}

/** Whether a field written as this type may hold what Node gets of the column. */
function fits(written: string, { dataTypeID }: Column): boolean {
  const plain = written.replace(/ \| null$/, '');
  const known = typeNames.get(dataTypeID) ?? '';
  if (plain.endsWith('[]')) return known.startsWith('_') || known.startsWith('json');
  const expected = nodeTypes[plain];
  return expected === undefined || expected.includes(known);
}

describe('the rows of named statements', async () => {
  const statements = await findStatements();

  it('are found in most modules', () => {
    expect(statements.length).toBeGreaterThan(40);
  });

  it.each(statements.map((statement) => [statement.title, statement] as const))(
    '%s has the declared fields',
    async (_title, { text, fields }) => {
      const columns = await describeColumns(text);
      expect(columns.map(({ name }) => name).sort()).toEqual([...fields.keys()].sort());
      const wrong = columns.filter((column) => !fits(fields.get(column.name) ?? '', column));
      expect(
        wrong.map(({ name, dataTypeID }) => `${name}: ${fields.get(name)} is ${typeNames.get(dataTypeID)}`),
      ).toEqual([]);
    },
  );
});
