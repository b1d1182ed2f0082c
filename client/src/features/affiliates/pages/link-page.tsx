import type { LinkedSubject } from '@copup/shared/affiliates.ts';
import { BIDDING_NAIRA_PER_COIN, formatNaira } from '@copup/shared/coins.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { auctionCardRoom } from '@copup/shared/room-names.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Navigate, Link as RouterLink, useLocation, useParams } from 'react-router-dom';
import { BalancePill } from '../../../balance/balance-pill.tsx';
import { useEntryPayment } from '../../../balance/use-entry-payment.tsx';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { formatRemaining, secondsLeft, spellDuration } from '../../../lib/format-time.ts';
import { player, useHome } from '../../../lib/home.ts';
import { pathId } from '../../../lib/path-id.ts';
import { returnTo } from '../../../lib/return-to.ts';
import { useSession } from '../../../lib/session.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { useConnection, useRoom, useServerNow } from '../../../realtime/index.ts';
import { Avatar } from '../../../ui/art/avatar.tsx';
import { Brand } from '../../../ui/brand.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { CountdownRing } from '../../../ui/countdown-ring.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { ItemPicture } from '../../../ui/item-picture.tsx';
import { Coins } from '../../../ui/money.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { joinThrough, type Link } from '../api.ts';
import { linkTexts } from '../link-texts.ts';
import { linkedQuery } from '../queries.ts';

/** The page of a link to an auction or a heist, for users and visitors. */
export function Page() {
  const { auctionId, heistId, referrerId: code = '' } = useParams();
  const kind = auctionId === undefined ? 'heist' : 'auction';
  const id = pathId(auctionId ?? heistId);
  const link: Link = { kind, id, code };
  const isId = !Number.isNaN(id);
  const { data, error, isError, refetch } = useQuery({ ...linkedQuery(link), enabled: isId });
  const { title, loadError } = linkTexts[kind];
  useTitle(data?.name ?? title);
  if (data) return <LinkedScreen link={link} subject={data} />;
  const missing = error instanceof ApiError && error.status === 404 ? error.message : null;
  return (
    <LinkStage>
      <div className="mx-auto my-auto grid w-full max-w-[460px] gap-3.5">
        <h1 className="sr-only">{title}</h1>
        {missing !== null || !isId ? (
          <div className="rounded-lg bg-surface text-ink">
            <EmptyState title="This link does not work" action={<DashboardLink />}>
              {missing ?? 'Ask your friend for a new one.'}
            </EmptyState>
          </div>
        ) : isError ? (
          <div className="text-ink">
            <ErrorState message={loadError} isWhole onRetry={() => void refetch()} />
          </div>
        ) : (
          <Skeletons text="Loading..." count={2} className="h-32 rounded-xl" />
        )}
      </div>
    </LinkStage>
  );
}

/** What a link opens: the subject, who sent it, and one way to join. Visitors sign in first and return (X10). */
function LinkedScreen({ link, subject }: { link: Link; subject: LinkedSubject }) {
  const user = useSession((session) => session.user);
  const { pay, ended } = linkTexts[link.kind];
  const state = returnTo(useLocation());
  if (!user && link.kind === 'auction') {
    // A15: visitors watch first; the sign-up leads back here, where the entry counts for the referrer.
    const watched = pathTo(paths.watch, link.id);
    return <Navigate to={watched} replace state={{ ...state, invitedBy: subject.referrer }} />;
  }
  return (
    <LinkStage hasBalance={user?.role === player}>
      <div className="flex flex-1 flex-col items-center gap-4 lg:grid lg:grid-cols-2 lg:grid-rows-[1fr_auto_auto_1fr] lg:gap-x-20 lg:justify-items-start">
        {subject.referrer ? <Inviter username={subject.referrer} /> : null}
        <Ring subject={subject} />
        <div className="mt-4 grid w-full gap-3.5 max-lg:text-center lg:mt-0">
          <h1 className="text-[min(2rem,8.5vw)] leading-[1.1] wrap-anywhere lg:text-[2.75rem]">
            {subject.name}
          </h1>
          {link.kind === 'auction' ? (
            <Price subject={subject} />
          ) : (
            <Amount name="Ticket" coins={subject.price} />
          )}
        </div>
        <div className="grid w-full content-start gap-3.5 max-lg:mt-auto">
          {!subject.open ? (
            <p role="status" className="text-center font-semibold text-on-stage-2 lg:text-left">
              {ended}
            </p>
          ) : user ? (
            <JoinButton link={link} subject={subject} />
          ) : (
            <>
              <ButtonLink look="coin" to={paths.login} state={state}>
                {pay(subject.price)}
              </ButtonLink>
              <p className="text-center text-sm text-on-stage-2 lg:text-left">
                You sign in first. New here?{' '}
                <RouterLink
                  to={paths.register}
                  state={state}
                  className="inline-flex min-h-tap items-center font-semibold text-white underline"
                >
                  Create an account
                </RouterLink>
              </p>
            </>
          )}
          <DashboardLink />
        </div>
      </div>
    </LinkStage>
  );
}

/** The page without navigation, on a stage. */
function LinkStage({ hasBalance = false, children }: { hasBalance?: boolean; children: ReactNode }) {
  return (
    <div className="stage adire flex min-h-dvh flex-col overflow-hidden [--moon-at:center_40px] [--moon-size:560px_560px] lg:[--moon-at:left_-30px_center] lg:[--moon-size:760px_760px]">
      <header className="mx-auto flex min-h-15 w-full max-w-[1200px] items-center justify-between gap-3 px-5 pt-2 lg:px-8 lg:pt-5">
        <RouterLink
          to={paths.home}
          aria-label="Copup, to the start page"
          className="inline-flex min-h-tap items-center"
        >
          <Brand />
        </RouterLink>
        {hasBalance ? <BalancePill className="min-h-9 rounded-full bg-white/12 px-3" /> : null}
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-[1200px] flex-1 flex-col px-5 pb-6 outline-none lg:px-8 lg:pb-10"
      >
        {children}
      </main>
    </div>
  );
}

function DashboardLink() {
  return (
    <ButtonLink look="line" to={useHome()?.path ?? paths.dashboard}>
      Dashboard
    </ButtonLink>
  );
}

function Inviter({ username }: { username: string }) {
  return (
    <p className="flex max-w-full items-center gap-3 rounded-full bg-stage-deep py-1 pr-4 pl-1 font-semibold lg:col-start-2 lg:self-end">
      <Avatar name={username} size={34} />
      <span className="min-w-0 truncate">{username} invited you</span>
    </p>
  );
}

/** The full ring is a day, in the last hour an hour, and in the last minute a minute. */
const spans = [60, 3_600, 86_400] as const;

function Ring({ subject }: { subject: LinkedSubject }) {
  const nowMs = useServerNow();
  const left = subject.open ? secondsLeft(Date.parse(subject.end_date), nowMs) : 0;
  const span = spans.find((each) => left <= each) ?? 86_400;
  return (
    <CountdownRing
      state={left === 0 ? 'ended' : left <= 10 ? 'hot' : 'running'}
      share={left / span}
      time={formatRemaining(left)}
      unit="left"
      label={`${spellDuration(left)} left`}
      className="my-2 w-[min(240px,28dvh,70vw)] lg:col-start-1 lg:row-span-4 lg:row-start-1 lg:w-[min(410px,60dvh)] lg:self-center lg:justify-self-end"
    >
      <ItemPicture
        item={subject}
        sizes="(min-width: 1024px) 300px, 180px"
        isEager
        isRound
        className="size-full"
      />
    </CountdownRing>
  );
}

/** The highest bid, from the room; before the first, the entry fee. */
function Price({ subject }: { subject: LinkedSubject }) {
  const { state } = useRoom<'auction'>(auctionCardRoom(subject.id));
  if (state && state.seq > 0) return <Amount name="Highest bid" coins={state.price} />;
  return <Amount name="Entry fee" coins={subject.price} />;
}

function Amount({ name, coins }: { name: string; coins: number }) {
  return (
    <Facts
      isOnStage
      facts={[
        { name, value: <Coins amount={coins} /> },
        { name: 'In naira', value: formatNaira(coins * BIDDING_NAIRA_PER_COIN) },
      ]}
    />
  );
}

/** T2: joins through a link once, never while offline. Afterwards it leads to the subject. */
function JoinButton({ link, subject }: { link: Link; subject: LinkedSubject }) {
  const { price, prize } = subject;
  const { pay, joinError, refusals, next } = linkTexts[link.kind];
  const [hasJoined, setHasJoined] = useState(false);
  const { payment, note } = useEntryPayment({ fee: link.kind === 'heist' ? price : 0, prize });
  const isOffline = useConnection() === 'offline';
  const joining = useMutation({
    mutationFn: () => joinThrough(link, payment),
    onSuccess: ({ message }) => {
      setHasJoined(true);
      toast.success(message);
    },
    onError: (error) => {
      const code = error instanceof ApiError ? error.code : 'UNKNOWN';
      if (code === 'ALREADY_JOINED') setHasJoined(true);
      const isQuoted = refusals.some((refusal) => refusal === code);
      toast.error(isQuoted ? joinError : messageOf(error, joinError));
    },
  });
  if (hasJoined) {
    const { to, name } = next(link.id);
    return (
      <ButtonLink look="white" to={to}>
        {name}
      </ButtonLink>
    );
  }
  return (
    <>
      {note}
      <Button look="coin" disabled={isOffline} busy={joining.isPending} onClick={() => joining.mutate()}>
        {pay(price)}
      </Button>
      {isOffline ? (
        <p role="status" className="text-center text-sm text-on-stage-2">
          You’re offline. You can’t spend coins until you’re back online.
        </p>
      ) : null}
    </>
  );
}
