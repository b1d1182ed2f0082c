import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { Link } from 'react-router-dom';

/** Links to a user in the list of users. */
export function UserLink({ username }: { username: string }) {
  const filter = encodeURIComponent(JSON.stringify({ q: username }));
  return (
    <Link
      to={`${operatorPath(operatorPaths.users)}?filter=${filter}`}
      className="font-semibold wrap-anywhere text-brand hover:underline"
    >
      {username}
    </Link>
  );
}
