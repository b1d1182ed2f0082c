import { formatNumber } from '@copup/shared/coins.ts';
import type { LedgerPosting, PostingEnd } from '@copup/shared/ledger.ts';
import { NotLoaded } from '../../../console/not-loaded.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useTransfer } from './use-ledger.ts';

const endName = ({ account, username }: PostingEnd) => (username ? `${username}, ${account}` : account);

/** Returns whether all coins of a transfer stay in the wallet of one user. */
function staysInWallet(postings: readonly LedgerPosting[]): boolean {
  const users = new Set(
    postings.flatMap(({ source, destination }) => [source.username, destination.username]),
  );
  return users.size === 1 && !users.has(null);
}

/** The postings of a transfer: each takes from one account what it adds to another. */
export function Postings({ postings }: { postings: readonly LedgerPosting[] }) {
  return (
    <>
      <dl className="grid max-w-xl grid-cols-[minmax(0,1fr)_auto_auto] gap-x-6 gap-y-1.5 text-sm">
        {postings.flatMap(({ source, destination, amount }, nth) =>
          [
            { end: source, sign: '−' },
            { end: destination, sign: '+' },
          ].map(({ end, sign }) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: postings never change
            <div key={`${nth}${sign}`} className="contents">
              <dt className="wrap-anywhere">{endName(end)}</dt>
              <dd className={classNames('text-right font-semibold', sign === '+' && 'text-ok')}>
                {sign}
                {formatNumber(amount)}
              </dd>
              <dd className="text-right text-ink-2">
                {end.balance === null ? '' : `then ${formatNumber(end.balance)}`}
              </dd>
            </div>
          )),
        )}
      </dl>
      <p className="mt-1.5 text-sm text-ink-2">
        Both sides add up to zero.{staysInWallet(postings) ? ' Nothing left the wallet.' : ''}
      </p>
    </>
  );
}

export function PostingsOf({ transferId }: { transferId: string }) {
  const query = useTransfer(transferId);
  const { data } = query;
  return data ? (
    <Postings postings={data.postings} />
  ) : (
    <NotLoaded query={query} failed="The postings could not be read." count={1} className="h-11" />
  );
}
