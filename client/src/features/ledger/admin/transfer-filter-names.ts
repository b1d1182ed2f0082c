/** The filters of transfers in the page's address, which are the server's names. */
export const filterNames = ['kind', 'subject_kind', 'subject_id', 'realm', 'from', 'to'] as const;
export type FilterName = (typeof filterNames)[number];

/** Without a realm in the address: the transfers of real players, or those of the subject whatever its realm. */
export const filterOf = (search: URLSearchParams, name: FilterName): string =>
  search.get(name) ?? (name === 'realm' && !search.get('subject_id') ? '0' : '');
