import { pathTo } from '@copup/shared/page-paths.ts';
import { ButtonLink } from '../ui/button.tsx';

interface CopyLinkProps {
  /** The id of the copy, if there is one. */
  to: number | null;
  /** The page of one subject, with a parameter for its id. */
  page: string;
}

/** A14: leads from a cancelled subject to the corrected one that replaces it. */
export function CopyLink({ to, page }: CopyLinkProps) {
  if (to === null) return null;
  return (
    <ButtonLink look="line" to={pathTo(page, to)}>
      Open the corrected one
    </ButtonLink>
  );
}
