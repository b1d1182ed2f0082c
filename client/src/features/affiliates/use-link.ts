import type { AffiliateKind } from '@copup/shared/affiliates.ts';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { toast } from '../../ui/toast.ts';
import { linkQuery } from './queries.ts';

/** The caller's link to an offer, once it was requested on this device. */
export function useLink(kind: AffiliateKind, id: number) {
  const user = useSignedInUser();
  const { data, refetch, isFetching } = useQuery(linkQuery(user.id, kind, id));
  const generate = async () => {
    const { error } = await refetch();
    if (error) toast.error(messageOf(error, 'Error generating affiliate link'));
  };
  return { link: data?.affiliateLink, generate: () => void generate(), isBusy: isFetching };
}
