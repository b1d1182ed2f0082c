import type { AdminPost, NewPostBody } from '@copup/shared/content.ts';
import { postLimits } from '@copup/shared/content-limits.ts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { SelectInput, TextAreaInput, TextInput } from '../../../console/inputs.tsx';
import { PictureInput } from '../../../console/picture-input.tsx';
import { errorOfPicture } from '../../../console/picture-rules.ts';
import { usePicturePreview } from '../../../console/use-picture-preview.ts';
import { useSavedRecord } from '../../../console/use-saved-record.ts';
import { PostCard } from '../post-card.tsx';

interface Fields {
  category: string;
  title: string;
  description: string;
  is_published: string;
  image: File | null;
}

/** Writes a post, with a preview that is the card of the page. */
export function PostForm({ record: given, onClose }: { record?: AdminPost; onClose: () => void }) {
  const { record, save } = useSavedRecord<AdminPost>('posts', 'post', given);
  const [defaultValues] = useState<Fields>(() => ({
    category: given?.category ?? '',
    title: given?.title ?? '',
    description: given?.description ?? '',
    is_published: given?.is_published === true ? 'yes' : 'no',
    image: null,
  }));
  return (
    <FormDialog<Fields>
      title={record ? `Edit post ${record.id}` : 'New post'}
      onClose={onClose}
      defaultValues={defaultValues}
      validate={errorsOf}
      submitName={record ? 'Save' : 'Create post'}
      onSubmit={async ({ category, title, description, is_published, image }) => {
        const body: NewPostBody = { category, title, description, is_published: is_published === 'yes' };
        const done = await save(() => body, image);
        onClose();
        return done;
      }}
      preview={<Preview record={record} />}
    >
      <TextInput source="title" label="Title" required maxLength={postLimits.title} />
      <TextInput
        source="category"
        label="Category"
        required
        maxLength={postLimits.category}
        hint="A word such as Auctions, Heists, Games, Wallet or Safety selects the drawing."
      />
      <TextAreaInput
        source="description"
        label="Text"
        required
        rows={9}
        maxLength={postLimits.description}
        hint="A blank line begins a new paragraph. Markup and links are shown as plain text."
      />
      <SelectInput source="is_published" label="On the page">
        <option value="no">Draft</option>
        <option value="yes">Published</option>
      </SelectInput>
      <PictureInput source="image" current={record?.image ?? ''} name={record?.title ?? ''} category="" />
    </FormDialog>
  );
}

function errorsOf({ category, title, description, image }: Fields): Partial<Record<keyof Fields, string>> {
  const picture = errorOfPicture(image);
  return {
    ...(title.trim() === '' && { title: 'Enter a title.' }),
    ...(category.trim() === '' && { category: 'Enter a category.' }),
    ...(description.trim() === '' && { description: 'Enter a text.' }),
    ...(picture && { image: picture }),
  };
}

/** As the first post of the page on a phone. */
function Preview({ record }: { record: AdminPost | undefined }) {
  const { category, title, description, image } = useWatch<Fields>() as Fields;
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
