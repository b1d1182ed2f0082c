import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listQuery } from '../../../lib/list-page.ts';
import { Card } from '../../../ui/card.tsx';
import { SteadyList } from '../../../ui/loaded-list.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { listPosts } from '../api.ts';
import { sealFrames } from '../framing.ts';
import { InstagramSection } from '../instagram-section.tsx';
import { OfflineState } from '../offline-state.tsx';
import { PostCard } from '../post-card.tsx';

/** The blog: posts in full, and links to Instagram posts (T3). */
export function Page() {
  useEffect(() => sealFrames, []);
  return (
    <Screen title="Blog">
      <Posts />
      <InstagramSection />
    </Screen>
  );
}

function Posts() {
  const query = useInfiniteQuery(listQuery(['posts'], listPosts));
  return (
    <>
      <SteadyList
        query={query}
        loading="Loading posts..."
        failed="The posts could not be loaded."
        skeleton={{ count: 3, className: 'h-46 rounded-lg!' }}
        paused={<OfflineState what="The posts" />}
        empty={
          <Card>
            <EmptyState title="No posts yet">News about auctions, games and heists appears here.</EmptyState>
          </Card>
        }
      >
        {(posts) => (
          <ul
            aria-label="Posts"
            className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 lg:grid-cols-3 lg:gap-5"
          >
            {posts.map((post, nth) => (
              <li key={post.id}>
                <PostCard post={post} isLead={nth === 0} />
              </li>
            ))}
          </ul>
        )}
      </SteadyList>
      <ShowMore query={query} text="Show more posts" className="justify-self-center" />
    </>
  );
}
