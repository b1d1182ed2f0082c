import { coinsAre, inCoins } from '@copup/shared/coins.ts';
import { clientOf, type Outlook, type ReadOutlook } from './consequences.ts';

/** What a decision does with the coins of a request. */
type Effect = 'credit' | 'release' | 'capture' | 'return' | 'none';

interface Decision {
  /** The statuses that the request may have. */
  from: string | readonly string[];
  effect: Effect;
  /** What the user sees. */
  told: string;
}

interface RequestRow {
  status: string;
  amount: number;
  username: string;
  available: number;
}

/** Returns functions that read what each decision on a request of a kind would do, by action. */
export const decidedOutlooks = (
  kind: string,
  table: string,
  decisions: Readonly<Record<string, Decision>>,
): Record<string, ReadOutlook> =>
  Object.fromEntries(
    Object.entries(decisions).map(([action, decision]) => [
      `${kind}.${action}`,
      outlookOf(kind, table, decision),
    ]),
  );

const outlookOf =
  (kind: string, table: string, decision: Decision): ReadOutlook =>
  async (source, id) => {
    const { rows } = await clientOf(source).query<RequestRow>({
      name: `${table}-outlook`,
      text: `SELECT v.status, v.bid_points AS amount, u.username::text, w.available
        FROM ${table} v JOIN users u ON u.id = v.user_id JOIN wallets w ON w.user_id = v.user_id WHERE v.id = $1`,
      values: [Number(id)],
    });
    const [row] = rows;
    return row && toOutlook(kind, decision, row);
  };

function toOutlook(kind: string, { from, effect, told }: Decision, row: RequestRow): Outlook {
  const { status, amount, username, available } = row;
  const facts = { status, amount };
  if (![from].flat().includes(status))
    return { facts, lines: [{ icon: 'warn', text: `This ${kind} is already ${status}` }] };
  const after = `${username} then has ${inCoins(available + amount)} available`;
  const lines: Record<Effect, Outlook['lines'][number]> = {
    credit: { icon: 'add', text: `${username} gets ${inCoins(amount)} at once; ${after}` },
    release: { icon: 'return', text: `${coinsAre(amount)} available again; ${after}` },
    return: { icon: 'return', text: `${username} gets ${inCoins(amount)} back; ${after}` },
    capture: { icon: 'none', text: `The wallet of ${username} loses the held ${inCoins(amount)}` },
    none: { icon: 'none', text: 'No coins move' },
  };
  return { facts, lines: [lines[effect], { icon: 'notice', text: `${username} ${told}` }] };
}
