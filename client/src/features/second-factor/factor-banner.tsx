import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { Note } from '../../ui/note.tsx';
import { useFactorState } from './factor-state.ts';

const path = operatorPath(operatorPaths.secondFactor);

/** S8a: recommends a second factor to an operator without one; redirects to the enrolment if it is mandatory. */
export function Part() {
  const { pathname } = useLocation();
  return pathname === path ? null : <FactorBanner />;
}

function FactorBanner() {
  const { data } = useFactorState();
  if (!data || data.since !== null) return null;
  if (data.must_enrol) return <Navigate to={path} replace />;
  return (
    <div className="mb-4">
      <Note
        look="warn"
        title="You sign in with a password alone"
        action={
          <Link
            to={path}
            className="ctl-line inline-flex min-h-tap shrink-0 items-center rounded-[12px] px-3.5 font-bold"
          >
            Set up
          </Link>
        }
      >
        A second factor protects the coins you can move.
      </Note>
    </div>
  );
}
