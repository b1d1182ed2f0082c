import { pathTo } from '@copup/shared/page-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../ui/button.tsx';
import { type ChangedKind, getChanges } from './calls.ts';

interface CopyLinkProps {
  kind: ChangedKind;
  id: number;
  /** The page of one subject, with a parameter for its id. */
  page: string;
}

/** A14: leads from a cancelled subject to the corrected one that replaces it, if there is one. */
export function CopyLink({ kind, id, page }: CopyLinkProps) {
  const { data } = useQuery({
    queryKey: ['copy', kind, id],
    queryFn: ({ signal }) => getChanges(kind, id, signal),
  });
  const copyId = data?.copy_id ?? null;
  if (copyId === null) return null;
  return (
    <ButtonLink look="coin" to={pathTo(page, copyId)}>
      Open the corrected one
    </ButtonLink>
  );
}
