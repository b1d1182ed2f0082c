import { paths } from '@copup/shared/page-paths.ts';
import { ChevronRight, Gauge, type LucideIcon, MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useProfile } from '../../balance/use-balance.ts';
import { SaverCard } from '../../data-use/saver-card.tsx';
import { Button } from '../../ui/button.tsx';
import { Screen } from '../../ui/page-header.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { ProfileForm } from './profile-form.tsx';

export function Page() {
  const { data: profile, isPending, isError, refetch } = useProfile();
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <Screen title="My Account" backTo={paths.dashboard} closes>
      {isPending ? <Skeletons text="Loading your account..." count={4} className="h-20" /> : null}
      {isError && !profile ? (
        <ErrorState message="Error fetching user profile" onRetry={() => void refetch()} isWhole />
      ) : null}
      {profile ? (
        <div className="grid gap-5.5 lg:grid-cols-2">
          <ProfileForm profile={profile} />
          <div className="grid content-start gap-3.5">
            <SettingsLink to={paths.sessions} Icon={MonitorSmartphone} title="Signed-in devices">
              See them, and sign them out.
            </SettingsLink>
            <SettingsLink to={paths.limits} Icon={Gauge} title="Limits and breaks">
              Limit what you spend, take a time-out, find help.
            </SettingsLink>
            <SaverCard />
            <section className="flex flex-wrap items-center gap-3 rounded-lg border border-line px-3.5 py-3">
              <div className="min-w-40 flex-1">
                <h2 className="text-base">Delete Account</h2>
                <p className="text-sm text-ink-2">Your name, e-mail and picture are erased.</p>
              </div>
              <Button look="danger" size="sm" onClick={() => setIsDeleting(true)}>
                Delete Account
              </Button>
            </section>
          </div>
        </div>
      ) : null}
      {isDeleting ? <DeleteDialog onClose={() => setIsDeleting(false)} /> : null}
    </Screen>
  );
}

interface SettingsLinkProps {
  to: string;
  Icon: LucideIcon;
  title: string;
  children: string;
}

function SettingsLink({ to, Icon, title, children }: SettingsLinkProps) {
  return (
    <Link to={to} className="flex min-h-17 items-center gap-3 rounded-lg bg-surface px-3.5 py-3 shadow-2">
      <span className="grid size-10 shrink-0 place-items-center rounded-[12px] bg-brand-soft text-brand">
        <Icon size={20} aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <b className="block font-semibold">{title}</b>
        <span className="text-sm text-ink-2">{children}</span>
      </span>
      <ChevronRight size={20} aria-hidden className="shrink-0 text-ink-3" />
    </Link>
  );
}
