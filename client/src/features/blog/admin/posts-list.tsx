import type { AdminPost } from '@copup/shared/content.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { useState } from 'react';
import { type Column, momentColumn } from '../../../console/columns.tsx';
import { searchFilter } from '../../../console/filters.ts';
import { showDay } from '../../../console/local-time.ts';
import { RecordsList } from '../../../console/records-list.tsx';
import { PostForm } from './post-form.tsx';
import { PublishButtons, publishAction, publishedColumn, publishedFilter } from './publication.tsx';
import { usePublish } from './use-publish.ts';

const nameOf = ({ title }: AdminPost) => title;
const dateOf = ({ date }: AdminPost) => (date === null ? '–' : showDay(date));
const columns: Column<AdminPost>[] = [
  {
    name: 'Title',
    cell: (row) => <span className="wrap-anywhere">{row.title}</span>,
    sort: 'title',
    isName: true,
  },
  { name: 'Category', cell: (row) => row.category },
  publishedColumn('Draft'),
  { name: 'Date', cell: dateOf },
  momentColumn('Created', (row) => row.created_at, 'id'),
];
const filters = [searchFilter('Find a post'), publishedFilter];

type Shown = 'nothing' | 'new' | AdminPost;

/** T3: the posts of the blog. They are hidden, never deleted. */
export function Page() {
  const [shown, setShown] = useState<Shown>('nothing');
  const publication = usePublish<AdminPost>('posts', nameOf);
  return (
    <>
      <RecordsList<AdminPost>
        resource="posts"
        label="Posts"
        filters={filters}
        columns={columns}
        nameOf={nameOf}
        subLine={(row) =>
          [row.category, row.date === null ? '' : showDay(row.date)].filter(Boolean).join(', ')
        }
        create={{ name: 'New post', onPress: () => setShown('new') }}
        isSelectable={() => true}
        bulk={(rows) => <PublishButtons rows={rows} of={publication} />}
        actions={(row) => [
          { name: 'Edit', label: `Edit ${isolate(row.title)}`, onPress: () => setShown(row) },
          publishAction(row, row.title, publication),
        ]}
      />
      {shown === 'nothing' ? null : (
        <PostForm {...(shown !== 'new' && { record: shown })} onClose={() => setShown('nothing')} />
      )}
    </>
  );
}
