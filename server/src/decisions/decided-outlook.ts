import { type Effect, mayNeedApproval } from '@copup/shared/calls/decisions.ts';
import { coinsAre, inCoins } from '@copup/shared/coins.ts';
import { clientOf, type Outlook, type ReadOutlook } from '../operators/consequences.ts';
import type { DecidedItem, DecidedKind, DecisionRule } from './decided-kind.ts';

interface RequestRow {
  userId: string;
  realm: number;
  status: string;
  amount: number;
  username: string;
  available: number;
}

/** Returns functions that read what each decision on an item of a kind would do, by action. */
export const decidedOutlooks = <Item extends DecidedItem>(
  { name, rules }: DecidedKind<Item>,
  table: string,
): Record<string, ReadOutlook> =>
  Object.fromEntries(
    Object.entries(rules).map(([action, rule]) => [`${name}.${action}`, outlookOf(name, table, rule)]),
  );

const outlookOf =
  <Item extends DecidedItem>(kind: string, table: string, rule: DecisionRule<Item>): ReadOutlook =>
  async (source, id) => {
    const { rows } = await clientOf(source).query<RequestRow>({
      name: `${table}-outlook`,
      text: `SELECT v.user_id AS "userId", u.realm, v.status, v.bid_points AS amount, u.username::text, w.available
        FROM ${table} v JOIN users u ON u.id = v.user_id JOIN wallets w ON w.user_id = v.user_id WHERE v.id = $1`,
      values: [Number(id)],
    });
    const [row] = rows;
    return row && toOutlook(kind, rule, row);
  };

function toOutlook<Item extends DecidedItem>(
  kind: string,
  rule: DecisionRule<Item>,
  { userId, realm, status, amount, username, available }: RequestRow,
): Outlook {
  const { from, effect, needs } = rule;
  const facts = { status, amount };
  if (!from?.includes(status))
    return { facts, lines: [{ icon: 'warn', text: `This ${kind} is already ${status}` }] };
  const after = `${username} then has ${inCoins(available + amount)} available`;
  const lines: Record<Effect, Outlook['lines'][number]> = {
    credit: { icon: 'add', text: `${username} gets ${inCoins(amount)} at once; ${after}` },
    release: { icon: 'return', text: `${coinsAre(amount)} available again; ${after}` },
    return: { icon: 'return', text: `${username} gets ${inCoins(amount)} back; ${after}` },
    capture: { icon: 'none', text: `The wallet of ${username} loses the held ${inCoins(amount)}` },
    none: { icon: 'none', text: 'No coins move' },
  };
  const told = needs === 'reason' ? 'reads your reason' : 'is notified';
  // A decision that counts otherwise does not depend on these coins alone.
  const counts = mayNeedApproval(rule) &&
    !rule.counts && { user: { id: userId, realm }, amount, isCredit: true };
  return {
    facts,
    ...(counts && { counts }),
    lines: [lines[effect], { icon: 'notice', text: `${username} ${told}` }],
  };
}
