import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { Link } from 'react-router-dom';

/** O3a: in the place of a record's actions. */
export function WaitsForApproval() {
  return (
    <Link
      to={operatorPath(operatorPaths.approvals)}
      className="inline-flex min-h-tap items-center justify-end text-sm font-semibold text-brand underline"
    >
      Waits for approval
    </Link>
  );
}
