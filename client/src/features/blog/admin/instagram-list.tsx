import type { AdminInstagramPost } from '@copup/shared/content.ts';
import { type Column, momentColumn } from '../../../console/columns.tsx';
import { RecordInput } from '../../../console/record-form.tsx';
import { PublishedPage, publishedColumn, publishedFilter } from './publication.tsx';

const columns: Column<AdminInstagramPost>[] = [
  { name: 'Title', cell: (row) => <span className="wrap-anywhere">{row.title}</span>, isName: true },
  {
    name: 'Address',
    cell: ({ instagram_url: url }) => (
      <a href={url} target="_blank" rel="noopener noreferrer" className="wrap-anywhere text-brand underline">
        {url.replace('https://www.', '')}
        <span className="sr-only"> (new tab)</span>
      </a>
    ),
  },
  publishedColumn('Hidden'),
  momentColumn('Added', (row) => row.created_at, 'id'),
];

/** T3: the links of the blog to Instagram posts. They are hidden, never deleted. */
export const Page = () => (
  <PublishedPage<AdminInstagramPost>
    name="instagram-post"
    label="Instagram"
    filters={[publishedFilter]}
    columns={columns}
    subLine={(row) => row.instagram_url.replace('https://www.', '')}
    titleOf={() => 'Edit Instagram post'}
  >
    <RecordInput
      source="instagram_url"
      label="Address"
      placeholder="https://www.instagram.com/p/…"
      hint="Copy it from the post: Share, then Copy link."
    />
    <RecordInput source="title" label="Title" hint="Players read it before they load the post." />
    <RecordInput source="is_published" label="On the page" yes="Published" no="Hidden" />
  </PublishedPage>
);
