import { useInput } from 'ra-core';
import { useObjectUrl } from '../lib/use-object-url.ts';
import { Field } from '../ui/field.tsx';
import { ItemPicture } from '../ui/item-picture.tsx';
import { errorText } from './form-errors.ts';
import { pictureTypes } from './picture-rules.ts';

interface PictureInputProps {
  source: string;
  /** URL of the current picture, shown until another is chosen; empty without one. */
  current: string;
  name: string;
  category: string;
}

/** An input for a picture, with a preview. */
export function PictureInput({ source, current, name, category }: PictureInputProps) {
  const { field, fieldState } = useInput<File | null>({
    source,
    format: (file) => file,
    parse: (file) => file,
  });
  const file = field.value instanceof File ? field.value : null;
  const preview = usePicturePreview(file);
  return (
    <div className="flex items-start gap-3.5">
      <span className="mt-7" data-testid="picture-preview" data-is-new={preview !== null}>
        <ItemPicture
          item={{ name, category, image: preview ?? current }}
          sizes="72px"
          className="size-[72px]"
        />
      </span>
      <div className="min-w-0 flex-1">
        <Field
          label="Picture"
          name={field.name}
          type="file"
          accept={pictureTypes.join(',')}
          aside="optional"
          hint="PNG, JPEG or WebP, at most 2 MB"
          className="[&>input]:py-3"
          error={errorText(fieldState.error?.message)}
          onBlur={field.onBlur}
          onChange={(event) => field.onChange(event.currentTarget.files?.[0] ?? null)}
        />
      </div>
    </div>
  );
}

/** Returns the URL of a chosen picture for a preview; null without one. */
export const usePicturePreview = (file: File | null): string | null =>
  useObjectUrl(file && pictureTypes.includes(file.type) ? file : null);
