import { features } from '../src/app.ts';
import type { Deps } from '../src/deps.ts';
import { promotedKinds } from '../src/features/affiliates/promoted.ts';
import { auctionList } from '../src/features/auctions/auctions.admin.queries.ts';
import { auctionRoomKind } from '../src/features/auctions/auctions.room.ts';
import { auctionKind } from '../src/features/auctions/auctions.subject.ts';
import { bidRelations } from '../src/features/auctions/audit-bids.ts';
import { fixtureRecord } from '../src/features/bets/fixtures.record.ts';
import { teamRecord } from '../src/features/bets/teams.record.ts';
import { instagramPostRecord } from '../src/features/content/instagram-posts.record.ts';
import { postRecord } from '../src/features/content/posts.record.ts';
import { contestList } from '../src/features/contests/contests.admin.queries.ts';
import { contestRoomKinds } from '../src/features/contests/contests.room.ts';
import { defineContestSubject } from '../src/features/contests/contests.subject.ts';
import { heistList } from '../src/features/heists/heists.admin.queries.ts';
import { publicStatusSql } from '../src/features/heists/heists.queries.ts';
import { heistRoomKind, vaultRoomKind } from '../src/features/heists/heists.room.ts';
import { heistKind } from '../src/features/heists/heists.subject.ts';
import { orderList, orderNames } from '../src/features/orders/auction-orders/orders.queries.ts';
import { heistOrderList, heistOrderNames } from '../src/features/orders/heist-orders/heist-orders.queries.ts';
import { bankRecord } from '../src/features/payouts/banks.record.ts';
import { payoutQueue } from '../src/features/payouts/payout-queue.ts';
import { receiptTexts } from '../src/features/receipts/receipt-kinds.ts';
import { packageRecord } from '../src/features/shop/packages.record.ts';
import { paymentQueue } from '../src/features/shop/payment-queue.ts';
import { referralTaskRecord } from '../src/features/tasks/referral-tasks.record.ts';
import { taskRecord } from '../src/features/tasks/tasks.record.ts';
import { tradeQueue } from '../src/features/trades/trade-queue.ts';
import { traderRecord } from '../src/features/trades/traders.record.ts';
import { userTimeline } from '../src/features/users-admin/user-timeline.queries.ts';
import { receivableReferences, transferKeys, youngCoins } from '../src/ledger/audit-own-rows.ts';
import { type Check, pageSql, relationSql, withParameters } from '../src/ledger/audit-references.ts';
import type { RememberedFacts } from '../src/rooms/remembered-facts.ts';
import type { RoomKind } from '../src/rooms/room-kind.ts';
import { subjectTimeline } from '../src/subjects/subject-timeline.ts';

/** Values for the parameters on which the texts of a module's statements depend. */
export interface Sample {
  bound: Readonly<Record<string, unknown>>;
  /** The text itself, where it was recorded. */
  text?: string;
  /** The types of the statements that it is for, as the module writes them; all by default. */
  only?: readonly string[];
  /** By the type that the module writes: the type of the rows with these values. */
  rows?: Readonly<Record<string, string>>;
}

/** Of the tables whose items operators decide. */
const decidedTables = ['manual_payments', 'payouts', 'trades'].map((table) => ({ bound: { table } }));

const auctionRow = "import('../features/auctions/auctions.tables.ts').AuctionRow";
const contestRow = "import('../features/contests/contests.queries.ts').CountedContest";
const heistRow = "import('../features/heists/heists.queries.ts').HeistRow";
const subjectRows = [auctionRow, "import('../features/contests/contests.queries.ts').ContestRow", heistRow];
const subjectKinds = [auctionKind, defineContestSubject(() => false), heistKind];

const auctionTimeline = subjectTimeline(auctionKind, async () => undefined);

/** Of the kit: every kind of subject. */
const subjects = subjectKinds.map(
  ({ entries: _, ...kind }, nth): Sample => ({
    bound: {
      ...kind,
      kind,
      column: 'end_date',
      statuses: kind.openStatuses,
      where: 'true',
    },
    rows: { Row: subjectRows[nth] ?? '', 'Settled<Row>': `Settled<${subjectRows[nth]}>` },
  }),
);
/** Of the kit: the tables of entries of every kind. */
const entries = subjectKinds.map(
  (kind): Sample => ({
    bound: kind.entries,
    only: ['Entry', 'PaidEntry', 'EntryCounts & { id: number }', 'PaidFee & { id: string }'],
  }),
);
const entered = subjectKinds.map((kind): Sample => ({ bound: { kind, ...kind.entries } }));
const withoutEntries = (only: string): Sample[] => subjects.map((sample) => ({ ...sample, only: [only] }));

/** Of the kit: the statements of rooms as their features have them sent. */
async function recordRoom(
  row: string,
  open: (deps: Pick<Deps, 'db'>, realms: RememberedFacts<number>) => RoomKind<unknown>,
): Promise<Sample[]> {
  const texts: string[] = [];
  const query = async ({ text }: { text: string }) => {
    texts.push(text);
    return { rows: [] };
  };
  const deps = { db: { pool: { query } } } as unknown as Pick<Deps, 'db'>;
  const room = open(deps, {} as RememberedFacts<number>);
  await room.snapshot(['1']);
  const [snapshot = ''] = texts;
  const type = 'Row & Versioned';
  const recent = snapshot.includes(' AS recent') ? ' & { recent: unknown[] }' : '';
  return [
    {
      bound: {},
      text: snapshot,
      only: [`${type} & { recent?: unknown[] }`],
      rows: { [`${type} & { recent?: unknown[] }`]: `${row} & Versioned${recent}` },
    },
  ];
}
const rooms = [
  ...(await recordRoom(
    `Pick<${auctionRow}, 'status' | 'currentBidAmount' | 'leaderUsername' | 'leaderProfile' | 'endDate' | 'hardEnd' | 'seq'>`,
    auctionRoomKind,
  )),
  ...(await recordRoom(
    `Pick<${contestRow}, 'status' | 'endDate' | 'players' | 'top'>`,
    (deps, realms) => contestRoomKinds(deps, realms)[0] as RoomKind<unknown>,
  )),
  ...(await recordRoom(
    `Pick<${heistRow}, 'status' | 'finalStatus' | 'participants' | 'capacity' | 'opensAt' | 'startsAt' | 'endDate'>`,
    heistRoomKind,
  )),
  ...(await recordRoom(
    `Pick<${heistRow}, 'status' | 'finalStatus' | 'question' | 'answers' | 'opensAt' | 'startsAt' | 'endDate'>`,
    vaultRoomKind,
  )),
];

/** Of the kit: the operators' lists. */
const lists = [
  { table: 'auctions', nameColumn: 'name', list: auctionList, row: auctionRow },
  { table: 'contests', nameColumn: 'title', list: contestList, row: `${contestRow} & { pot: number }` },
  {
    table: 'heists',
    nameColumn: 'name',
    list: heistList,
    row: "import('../features/heists/heists.wire.ts').ListedHeist",
  },
].map(
  ({ row, list, ...names }): Sample => ({
    bound: { ...names, list, columns: list.columns, joined: list.joined ?? '' },
    rows: { Listed: row },
  }),
);

/** Of the kit: the operators' records. */
const records = [
  { admin: bankRecord, row: "Stored<import('@copup/shared/payouts.ts').AdminBank>" },
  { admin: packageRecord({} as Deps), row: "Stored<import('@copup/shared/shop.ts').AdminPackage>" },
  { admin: traderRecord({} as Deps), row: "import('../features/trades/traders.record.ts').ListedTrader" },
  { admin: teamRecord, row: "Stored<import('@copup/shared/bets.ts').AdminTeam>" },
  { admin: fixtureRecord({} as Deps), row: "import('../features/bets/fixtures.record.ts').ListedFixture" },
  { admin: postRecord, row: "Stored<import('@copup/shared/content.ts').AdminPost>" },
  { admin: instagramPostRecord, row: "Stored<import('@copup/shared/content.ts').AdminInstagramPost>" },
  { admin: taskRecord, row: "Stored<import('@copup/shared/tasks.ts').AdminTask>" },
  { admin: referralTaskRecord, row: "Stored<import('@copup/shared/tasks.ts').AdminReferralTask>" },
].map(
  ({ admin, row }): Sample => ({
    bound: { admin },
    rows: { Listed: row.replace('Stored<', "import('./record-admin.ts').Stored<") },
  }),
);

const promoted = Object.values(promotedKinds).map((kind): Sample => ({ bound: { promoted: kind } }));

/** What the ledger's audit checks, as it is sent in an audit of all rows and in one of the rows that changed. */
const ownReferences = [receivableReferences, youngCoins, transferKeys, { checks: bidRelations }];
const FINDING = '{ row: string; message: string; part?: AuditCheck }';
const sampleCheck = (check: Check): Sample[] => {
  if (typeof check === 'function') return [];
  if ('text' in check) {
    const { text } = withParameters(check.text);
    const row = `{ row: string; message: string${text.includes(' AS part') ? '; part: AuditCheck' : ''} }`;
    return [{ bound: { text }, only: [FINDING], rows: { [FINDING]: row } }];
  }
  const isDue = 'checks' in check;
  const pages = [null, ''].map((since): Sample => {
    const named = isDue ? pageSql(check, since) : relationSql(check, since);
    const { text } = withParameters(named, check.order);
    return { bound: { text }, only: [isDue ? '{ id: number }' : 'RelationPage'] };
  });
  return isDue ? [...pages, ...check.checks.flatMap(sampleCheck)] : pages;
};
const audits = [
  ...[...ownReferences, ...features.flatMap((each) => each.auditReferences ?? [])].flatMap(({ checks }) =>
    checks.flatMap(sampleCheck),
  ),
  { bound: {}, only: ['{ id: string }'] },
];

/** By module. A module that is not named has texts without parameters. */
const samples: Readonly<Record<string, readonly Sample[]>> = {
  'features/bets/bet-views.queries.ts': [
    { bound: { status: undefined, title: 'derby' } },
    { bound: { status: 'active', title: 'derby' } },
  ],
  'features/affiliates/affiliate-deletion.queries.ts': Object.values(promotedKinds).map((kind) => ({
    bound: { ...kind },
  })),
  'features/affiliates/linked-subject.queries.ts': promoted,
  'features/affiliates/offers.queries.ts': promoted,
  'features/auctions/auction-views.queries.ts': [
    { bound: { category: undefined, values: [] } },
    { bound: { category: 'phones', values: [] } },
  ],
  'ledger/audit-references.ts': audits,
  'ledger/roll-up-postings.ts': [{ bound: { rollUp: 'house_rollups', position: 'house_rollup_position' } }],
  'ledger/list-transfers.ts': [
    { bound: { all: 'id < $1 AND id >= $2', values: [] }, only: ['{ id: string }'] },
    { bound: { all: 'true', nth: 0 }, only: ['{ ids: string[]; last: string | null; seen: number }'] },
    {
      bound: { all: 'true', nth: 0, user: '$1', low: '$2', high: '$3' },
      only: ['{ id: string; seq: number }'],
    },
  ],
  'ledger/holds.ts': [{ bound: { close: [], open: [], changes: {} } }],
  'features/orders/ship-order.ts': [
    { bound: { kind: { table: 'orders', plural: 'orders', name: 'order' } } },
  ],
  'decisions/decided-outlook.ts': decidedTables,
  'decisions/decided-timeline.ts': decidedTables,
  'decisions/decided-queue.ts': [
    { queue: paymentQueue, row: "import('../features/shop/payment-queue.ts').QueuedPayment" },
    { queue: payoutQueue, row: "import('../features/payouts/payout-queue.ts').QueuedPayout" },
    { queue: tradeQueue, row: "import('../features/trades/trade-queue.ts').QueuedTrade" },
  ].map(({ queue, row }) => ({ bound: { queue, from: `${queue.table} v` }, rows: { Row: row } })),
  'features/item-timelines/item.room.ts': [auctionTimeline, userTimeline].map(({ version }) => ({
    bound: { kind: 'auction', version },
  })),
  'features/orders/order-list.ts': [
    { list: orderList, row: "import('./auction-orders/orders.queries.ts').OrderRow" },
    { list: heistOrderList, row: "import('./heist-orders/heist-orders.queries.ts').HeistOrderRow" },
  ].map(({ list, row }) => ({ bound: { ...list }, rows: { Row: row } })),
  'operators/operator-list.ts': [
    {
      bound: {
        ...{ key: 'u.id', from: 'users u', where: 'WHERE u.realm = 0', by: 'u.id', nth: 1, many: 2 },
        list: { from: 'users u', orderBy: 'id', orders: { id: ['u.id'] } },
        select: 'SELECT u.realm FROM page JOIN users u ON u.id = page.key',
      },
      rows: { Row: '{ realm: number }' },
    },
  ],
  'records/record-list.ts': records,
  'operators/read-queue.ts': [
    {
      bound: {
        table: 'approvals',
        time: 'requested_at',
        dueAt: (row: string) => `${row}.requested_at`,
        filter: 'true',
        name: 'u.full_name',
        item: 't.action',
        coins: 'NULL',
        naira: 'NULL',
        joins: 'JOIN users u ON u.id = t.requested_by',
      },
    },
  ],
  'notifications/notifications.routes.ts': [
    ...[{}, { unread: true }, { needs: true }].flatMap((filter) =>
      [undefined, ''].map((before) => ({
        bound: { unread: undefined, needs: undefined, ...filter, before },
      })),
    ),
  ],
  'features/receipts/share-receipt.ts': Object.keys(receiptTexts).map((kind) => ({
    bound: { kind, receiptTexts },
  })),
  'features/sends/sends.queries.ts': [{ bound: { by: 'username' } }, { bound: { by: 'wallet_address' } }],
  'db/with-stored-reply.ts': [
    {
      bound: {},
      rows: {
        '{ inputHash: Buffer; status: number; reply: Reply }':
          '{ inputHash: Buffer; status: number; reply: unknown }',
      },
    },
  ],
  'subjects/cancel-subject.ts': subjects,
  'subjects/describe-rooms.ts': [
    { bound: { table: 'auctions', nameColumn: 'name' } },
    { bound: { table: 'contests', nameColumn: 'title' } },
    { bound: { table: 'heists', nameColumn: 'name' } },
  ],
  'subjects/describe-subjects.ts': [
    { bound: { table: 'auctions', nameColumn: 'name', kindColumn: 'category' } },
    { bound: { table: 'contests', nameColumn: 'title', kindColumn: 'kind' } },
    { bound: orderNames },
    { bound: heistOrderNames },
    { bound: { table: 'heists', nameColumn: 'name', kindColumn: 'category' } },
  ],
  'subjects/due-subjects.ts': subjects,
  'subjects/list-room.ts': [
    { table: 'auctions', fields: ['id', 'status'], status: 'status' },
    { table: 'contests', fields: ['id', 'kind', 'status'], status: 'status' },
    { table: 'heists', fields: ['id', 'status'], status: publicStatusSql },
  ].map((bound) => ({
    bound,
    rows: {
      '{ realm: number; version: number; changes: Change[] }':
        '{ realm: number; version: number; changes: unknown[] }',
    },
  })),
  'subjects/corrections.ts': entered,
  'subjects/join-subject.ts': entered,
  'subjects/leave-subject.ts': entered,
  'subjects/notify-changed.ts': [
    ...withoutEntries('Untold'),
    ...entered.map((sample) => ({ ...sample, only: ['{ userId: string }'] })),
  ],
  'subjects/notify-settled.ts': [...withoutEntries('Settled<Row>'), ...entries],
  'subjects/realms.ts': subjects,
  'subjects/renew-demo.ts': subjects,
  'subjects/refund-entries.ts': [...withoutEntries('{ id: number }'), ...entries],
  'subjects/settle-pots.ts': entries,
  'subjects/settle-subjects.ts': entries,
  'subjects/subject-jobs.ts': subjects,
  'subjects/subject-room.ts': rooms,
  'subjects/subject-list.ts': lists,
  'subjects/cancel-outlook.ts': subjectKinds.map((kind) => ({
    bound: { kind, table: kind.entries.table, subjectId: kind.entries.subjectId },
  })),
  'subjects/subject-deletion.ts': subjectKinds.map(({ table, nameColumn, openStatuses, entries }) => ({
    bound: { table, nameColumn, openStatuses, entries, kindColumn: 's.status' },
  })),
  'subjects/subject-timeline.ts': subjectKinds.map((kind) => ({
    bound: { kind, entries: kind.entries, columns: kind.starts.map(({ column }) => column) },
  })),
  'subjects/subject-rows.ts': subjects,
  'subjects/write-subject.ts': subjects,
};

export const samplesOf = (file: string): readonly Sample[] => samples[file] ?? [{ bound: {} }];
