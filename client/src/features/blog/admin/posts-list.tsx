import type { AdminPost } from '@copup/shared/content.ts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type Column, momentColumn } from '../../../console/columns.tsx';
import { searchFilter } from '../../../console/filters.ts';
import { showDay } from '../../../console/local-time.ts';
import { usePicturePreview } from '../../../console/picture-input.tsx';
import { RecordInput } from '../../../console/record-form.tsx';
import { PostCard } from '../post-card.tsx';
import { PublishedPage, publishedColumn, publishedFilter } from './publication.tsx';

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

/** T3: the posts of the blog. They are hidden, never deleted. The form has a preview that is the card of the page. */
export const Page = () => (
  <PublishedPage<AdminPost>
    name="post"
    filters={[searchFilter('Find a post'), publishedFilter]}
    columns={columns}
    subLine={(row) => [row.category, row.date === null ? '' : showDay(row.date)].filter(Boolean).join(', ')}
    titleOf={({ id }) => `Edit post ${id}`}
    canDuplicate
    pictureOf={(post) => ({ name: post?.title ?? '', category: '' })}
    preview={(record) => <Preview record={record} />}
  >
    <RecordInput source="title" label="Title" />
    <RecordInput
      source="category"
      label="Category"
      hint="A word such as Auctions, Heists, Games, Wallet or Safety selects the drawing."
    />
    <RecordInput
      source="description"
      label="Text"
      rows={9}
      hint="A blank line begins a new paragraph. Markup and links are shown as plain text."
    />
    <RecordInput source="is_published" label="On the page" yes="Published" no="Draft" />
  </PublishedPage>
);

type Entered = Record<'category' | 'title' | 'description', string> & { image: File | null };

/** As the first post of the page on a phone. */
function Preview({ record }: { record: AdminPost | undefined }) {
  const { category, title, description, image } = useWatch<Entered>() as Entered;
  const picture = usePicturePreview(image);
  const [now] = useState(() => new Date().toISOString());
  return (
    <section
      aria-label="Preview"
      className="content-start rounded-lg bg-canvas p-4 lg:sticky lg:top-0 lg:self-start"
    >
      <p className="mb-2 text-sm text-ink-2">As players see it</p>
      <PostCard
        post={{
          ...{ category: category.trim(), title: title.trim(), description: description.trim() },
          image: picture ?? record?.image ?? '',
          date: record?.date ?? now,
        }}
        isLead
      />
    </section>
  );
}
