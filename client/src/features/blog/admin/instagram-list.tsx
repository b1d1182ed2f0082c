import type { AdminInstagramPost, NewInstagramPostBody } from '@copup/shared/content.ts';
import { MAX_INSTAGRAM_TITLE } from '@copup/shared/content-limits.ts';
import { canonicalInstagramUrl, MAX_INSTAGRAM_URL } from '@copup/shared/instagram.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { useState } from 'react';
import { type Column, momentColumn } from '../../../console/columns.tsx';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { SelectInput, TextInput } from '../../../console/inputs.tsx';
import { RecordsList } from '../../../console/records-list.tsx';
import { useSave } from '../../../console/use-save.ts';
import { PublishButtons, publishAction, publishedColumn, publishedFilter } from './publication.tsx';
import { usePublish } from './use-publish.ts';

const nameOf = ({ title }: AdminInstagramPost) => title;
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
const filters = [publishedFilter];

type Shown = 'nothing' | 'new' | AdminInstagramPost;

/** T3: the links of the blog to Instagram posts. They are hidden, never deleted. */
export function Page() {
  const [shown, setShown] = useState<Shown>('nothing');
  const publication = usePublish<AdminInstagramPost>('instagram-posts', nameOf);
  return (
    <>
      <RecordsList<AdminInstagramPost>
        resource="instagram-posts"
        label="Instagram"
        filters={filters}
        columns={columns}
        nameOf={nameOf}
        subLine={(row) => row.instagram_url.replace('https://www.', '')}
        create={{ name: 'New Instagram post', onPress: () => setShown('new') }}
        isSelectable={() => true}
        bulk={(rows) => <PublishButtons rows={rows} of={publication} />}
        actions={(row) => [
          { name: 'Edit', label: `Edit ${isolate(row.title)}`, onPress: () => setShown(row) },
          publishAction(row, row.title, publication),
        ]}
      />
      {shown === 'nothing' ? null : (
        <LinkForm {...(shown !== 'new' && { record: shown })} onClose={() => setShown('nothing')} />
      )}
    </>
  );
}

interface Fields {
  instagram_url: string;
  title: string;
  is_published: string;
}

function LinkForm({ record, onClose }: { record?: AdminInstagramPost; onClose: () => void }) {
  const { create, update } = useSave<AdminInstagramPost>('instagram-posts');
  const [defaultValues] = useState<Fields>(() => ({
    instagram_url: record?.instagram_url ?? '',
    title: record?.title ?? '',
    is_published: record?.is_published === false ? 'no' : 'yes',
  }));
  return (
    <FormDialog<Fields>
      title={record ? 'Edit Instagram post' : 'New Instagram post'}
      onClose={onClose}
      defaultValues={defaultValues}
      validate={({ instagram_url, title }) => ({
        ...(canonicalInstagramUrl(instagram_url.trim()) === undefined && {
          instagram_url:
            'Enter the address of an Instagram post or reel, beginning with https://www.instagram.com/.',
        }),
        ...(title.trim() === '' && { title: 'Enter a title.' }),
      })}
      submitName={record ? 'Save' : 'Add Instagram post'}
      onSubmit={async ({ instagram_url, title, is_published }) => {
        const body: NewInstagramPostBody = {
          instagram_url: instagram_url.trim(),
          title: title.trim(),
          is_published: is_published === 'yes',
        };
        await (record ? update(record, body) : create(body));
        onClose();
        return record ? 'Instagram post saved' : 'Instagram post added';
      }}
    >
      <TextInput
        source="instagram_url"
        label="Address"
        required
        inputMode="url"
        maxLength={MAX_INSTAGRAM_URL}
        placeholder="https://www.instagram.com/p/…"
        hint="Copy it from the post: Share, then Copy link."
      />
      <TextInput
        source="title"
        label="Title"
        required
        maxLength={MAX_INSTAGRAM_TITLE}
        hint="Players read it before they load the post."
      />
      <SelectInput source="is_published" label="On the page">
        <option value="yes">Published</option>
        <option value="no">Hidden</option>
      </SelectInput>
    </FormDialog>
  );
}
