import { formatNaira, inCoins, toNaira } from '@copup/shared/coins.ts';
import type { Deps } from '../../deps.ts';
import { lagosTime } from '../../lagos-time.ts';
import type { SearchRecords } from '../../operators/search-records.ts';

interface Reserved {
  userId: string;
  buyer: string;
  realm: number;
  reference: string;
  coins: number;
  kobo: number;
  reservedAt: Date | null;
}

/** Banks shorten what a buyer quotes, and change its case: "CP-7K3M9Q" also arrives as "cp7k3m9q". */
const QUOTED = /^(?:CP-? ?)?([A-Z0-9]{6})$/;

/**
 * Finds who was given a reference that no announced transfer has: the money may have come without an announcement (W2). A
 * hit leads to the buyer.
 */
export const searchReferences =
  ({ db }: Pick<Deps, 'db'>): SearchRecords =>
  async (text) => {
    const [, code] = QUOTED.exec(text.toUpperCase()) ?? [];
    if (code === undefined) return [];
    const { rows } = await db.pool.query<Reserved>({
      name: 'payment-reference-find',
      text: `SELECT r.user_id AS "userId", u.full_name AS buyer, u.realm, r.reference, p.bid_points AS coins, p.price_kobo AS kobo,
          r.reserved_at AS "reservedAt"
        FROM payment_references r JOIN users u ON u.id = r.user_id JOIN coin_packages p ON p.id = r.package_id
        WHERE r.reference = $1`,
      values: [`CP-${code}`],
    });
    return rows.map(({ userId, buyer, realm, reference, coins, kobo, reservedAt }) => ({
      id: userId,
      title: buyer,
      detail: [
        `${reference}, not announced`,
        `${inCoins(coins)} for ${formatNaira(toNaira(kobo))}`,
        reservedAt ? `given ${lagosTime(reservedAt).slice(0, 16)}` : 'given at an unknown time',
      ].join(', '),
      realm,
      image: null,
    }));
  };
