import type { Deps } from '../../deps.ts';
import type { AllFeatures } from '../../feature.ts';
import { type SearchRecords, searchedUuid } from '../../operators/search-records.ts';
import { readTransfers } from './ledger.queries.ts';

/** Finds a transfer by its id. */
export const searchTransfers =
  ({ db }: Pick<Deps, 'db'>, all: Pick<AllFeatures, 'describeSubjects'>): SearchRecords =>
  async (text) => {
    const id = searchedUuid(text);
    if (id === undefined) return [];
    const transfers = await readTransfers({ db, describeSubjects: (of) => all.describeSubjects(of) }, [id]);
    return transfers.map((transfer) => ({
      id: transfer.id,
      title: transfer.subject_name ?? `${transfer.subject_kind} ${transfer.subject_id}`,
      detail: transfer.kind,
      realm: transfer.realm,
      image: null,
    }));
  };
