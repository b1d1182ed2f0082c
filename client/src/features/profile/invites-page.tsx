import { paths } from '@copup/shared/page-paths.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Copy, Share2 } from 'lucide-react';
import { useProfile } from '../../balance/use-balance.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { share } from '../../lib/share.ts';
import { Avatar } from '../../ui/art/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { copyText } from '../../ui/copy-text.ts';
import { Screen } from '../../ui/page-header.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { EmptyState, FailedRead, Skeletons } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { listReferrals } from './api.ts';

export function Page() {
  const { id } = useSignedInUser();
  const own = useProfile();
  const profile = own.data;
  const query = useInfiniteQuery({
    queryKey: ['referrals', id],
    queryFn: ({ pageParam, signal }) => listReferrals(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });
  const { data, isPending } = query;
  const friends = data?.pages.flatMap(({ users }) => users) ?? [];
  const total = data?.pages[0]?.total;
  return (
    <Screen title="Invite friends" backTo={paths.profile}>
      {profile ? null : <FailedRead query={own} message="Error fetching user profile" />}
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-5.5">
        <section aria-label="Your code" className="stage adire overflow-hidden rounded-[24px]">
          <div className="grid gap-4 px-4 pt-5 pb-5 lg:px-8">
            <p className="text-center text-on-stage-2">Your friend enters this code when they register.</p>
            {profile ? (
              <Code code={profile.referral_code} />
            ) : (
              <span aria-hidden="true" className="h-14 rounded-[12px] bg-white/12" />
            )}
          </div>
          <p className="flex items-center gap-3 bg-stage-deep px-5 py-3 lg:px-8">
            <b className="font-display text-2xl font-bold">{total ?? '–'}</b>
            <span className="text-sm text-on-stage-2">
              {total === 1 ? 'friend' : 'friends'} joined with your code
            </span>
          </p>
        </section>
        <Card className="px-3.5 py-3">
          {isPending ? <Skeletons text="Loading referrals..." count={3} className="mb-3 h-12" /> : null}
          <FailedRead query={query} message="Error fetching referrals" />
          {data && friends.length === 0 ? (
            <EmptyState title="No referrals yet">
              Share your code. Friends are listed here as soon as they register.
            </EmptyState>
          ) : null}
          {friends.length > 0 ? (
            <>
              <h2 className="py-1.5 text-base">Your friends</h2>
              <ul className="divide-y divide-line" aria-label="Your friends">
                {friends.map(({ id: friendId, username }) => (
                  <li key={friendId} className="flex min-h-16 items-center gap-3">
                    <Avatar name={username} size={40} />
                    <span className="font-semibold wrap-anywhere">@{username}</span>
                  </li>
                ))}
              </ul>
            </>
          ) : null}
          <ShowMore query={query} text="Older" size="sm" className="mt-3 w-full" />
        </Card>
      </div>
    </Screen>
  );
}

/** Eight tiles, read letter by letter, and the two ways to pass the code on. */
function Code({ code }: { code: string }) {
  const letters = [...code];
  const copy = () => copyText(code, 'Copied to clipboard!', 'The code could not be copied');
  const pass = async () => {
    const url = `${location.origin}${paths.register}?ref=${encodeURIComponent(code)}`;
    const done = await share('Join me on Copup with my code.', url);
    if (done === 'copied') toast.success('Copied to clipboard!', 3_000);
    if (done === 'failed') toast.error('The link could not be shared');
  };
  return (
    <>
      <p className="grid grid-cols-[repeat(auto-fit,minmax(1.5rem,1fr))] gap-1.5">
        <span className="sr-only">{letters.join(' ')}</span>
        {letters.map((letter, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the letters never move
            key={at}
            aria-hidden="true"
            className={classNames(
              'grid h-14 place-items-center rounded-[12px] bg-white font-display text-xl font-bold text-[#0f1530]',
              at === 4 && 'ml-1',
            )}
          >
            {letter}
          </span>
        ))}
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2.5">
        <Button onClick={() => void copy()}>
          <Copy size={20} aria-hidden />
          Copy
        </Button>
        <Button look="white" onClick={() => void pass()}>
          <Share2 size={20} aria-hidden />
          Share
        </Button>
      </div>
    </>
  );
}
