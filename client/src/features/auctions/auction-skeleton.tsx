import { paths } from '@copup/shared/page-paths.ts';
import type { ReactNode } from 'react';
import { StageBack } from '../../ui/page-header.tsx';
import { Skeletons } from '../../ui/states.tsx';

/** The stage with a ring and the sheet, as in the loaded screen; `badge` and `price` are what is known before it. */
export function AuctionSkeleton({ badge, price }: { badge?: ReactNode; price?: ReactNode }) {
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[minmax(0,1fr)_440px]">
      <div className="stage adire pb-8 lg:flex lg:h-dvh lg:flex-col lg:pb-10">
        <header className="flex min-h-13 items-center gap-2.5 px-4 pt-1 lg:px-8 lg:pt-5">
          <StageBack to={paths.auctions} />
          <h1 className="line-clamp-3 min-w-0 flex-1 text-[1.125rem] wrap-anywhere lg:text-xl">Auction</h1>
          {badge}
        </header>
        <div
          aria-hidden="true"
          className="mx-auto mt-0.5 aspect-square w-47 max-lg:[@media(min-height:800px)]:w-58 rounded-full bg-white/12 lg:my-auto lg:w-[min(460px,58dvh)]"
        />
      </div>
      <div className="relative z-2 -mt-4 grid grid-cols-[minmax(0,1fr)] content-start gap-3.5 rounded-t-xl bg-canvas px-4 pt-3 lg:mt-0 lg:gap-4.5 lg:rounded-none lg:p-8 lg:pt-7">
        {price}
        <Skeletons text="Loading auction..." count={price ? 2 : 3} className="h-18" />
      </div>
    </div>
  );
}
