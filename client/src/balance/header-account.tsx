import { paths } from '@copup/shared/page-paths.ts';
import { Link } from 'react-router-dom';
import { useSignedInUser } from '../lib/session.ts';
import { Avatar } from '../ui/art/avatar.tsx';
import { headerBalance } from './balance-pill.tsx';

/** The balance and, on a phone, the way to the account, in the header of a screen. */
export const headerAccount = <HeaderAccount />;

function HeaderAccount() {
  const user = useSignedInUser();
  return (
    <>
      {headerBalance}
      <Link to={paths.profile} className="rounded-full lg:hidden">
        <span className="sr-only">My Account</span>
        <Avatar name={user.full_name} username={user.username} picture={user.profile} size={44} />
      </Link>
    </>
  );
}
