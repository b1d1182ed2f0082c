/** The filter of /allBet, which is in its address. Only pending bets can be joined, so they are listed first. */
export interface BetFilter {
  status: 'active' | 'pending';
  title: string;
}

export const MAX_SEARCH = 100;

export function filterOf(search: URLSearchParams): BetFilter {
  return {
    status: search.get('status') === 'active' ? 'active' : 'pending',
    title: (search.get('title') ?? '').trim().slice(0, MAX_SEARCH),
  };
}

export function searchOf({ status, title }: BetFilter): URLSearchParams {
  const search = new URLSearchParams();
  if (status === 'active') search.set('status', status);
  if (title.trim() !== '') search.set('title', title.trim());
  return search;
}
