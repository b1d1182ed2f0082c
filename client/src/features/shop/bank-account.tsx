import { isolate } from '@copup/shared/isolate.ts';
import { call } from '../../lib/calls.ts';
import { useFresh } from '../../lib/read-query.ts';
import { AccountNumber, CopyRow } from '../../parts/copy-row.tsx';
import { Note } from '../../ui/note.tsx';
import { FailedRead, Skeletons } from '../../ui/states.tsx';

/** The account to which transfers are paid, as operators last set it. */
export const useBankAccount = () =>
  useFresh(['bank-details'], (signal) => call('GET /bidShop/bank-details', { signal }));

/** The lines of that account. */
export function BankAccount({ query }: { query: ReturnType<typeof useBankAccount> }) {
  const { data, isPending } = query;
  if (isPending) return <Skeletons text="Loading bank details..." count={2} className="h-14" />;
  if (!data) return <FailedRead query={query} message="The bank details could not be loaded." />;
  if (!data.account_number)
    return <Note look="warn" role="alert" title="Bank transfers are not available right now." />;
  return (
    <>
      <CopyRow name="Account number" copied={data.account_number}>
        <AccountNumber digits={data.account_number} />
      </CopyRow>
      <CopyRow name="Bank and name">{`${isolate(data.bank_name)}, ${isolate(data.account_name)}`}</CopyRow>
    </>
  );
}
