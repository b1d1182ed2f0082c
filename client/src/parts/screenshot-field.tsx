import { ImageUp, Trash2 } from 'lucide-react';
import { type RefObject, useId, useState } from 'react';
import { formatFileSize } from '../lib/format-bytes.ts';
import { useObjectUrl } from '../lib/use-object-url.ts';
import { IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { FieldNotes } from '../ui/field.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { type Picture, pictureTypes, shrinkPicture } from './shrink-picture.ts';

interface ScreenshotFieldProps {
  picture: Picture | null;
  onChange: (picture: Picture | null) => void;
  input: RefObject<HTMLInputElement | null>;
  disabled: boolean;
  /** Why nothing can be sent yet. */
  missing: string | undefined;
}

/** The input for a screenshot; the chosen file is shrunk before it is shown. */
export function ScreenshotField({ picture, onChange, input, disabled, missing }: ScreenshotFieldProps) {
  const id = useId();
  const preview = useObjectUrl(picture?.blob);
  const [isShrinking, setIsShrinking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const choose = async (file: File | undefined) => {
    if (!file) return;
    setFailure(undefined);
    setIsShrinking(true);
    try {
      onChange(await shrinkPicture(file));
    } catch (error) {
      onChange(null);
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setIsShrinking(false);
    }
  };
  const clear = () => {
    onChange(null);
    input.current?.focus();
  };
  const error = failure ?? missing;
  return (
    <div className="min-w-0">
      <div
        className={classNames(
          'relative flex min-h-24 flex-wrap items-center gap-3.5 rounded-[18px] border-2 border-dashed p-3 leading-snug focus-within:border-brand',
          error ? 'border-danger' : disabled ? 'border-line text-ink-3' : 'border-(--c-ctl)',
        )}
      >
        <input
          ref={input}
          id={id}
          type="file"
          accept={pictureTypes.join(',')}
          disabled={disabled || isShrinking}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          onChange={(event) => {
            void choose(event.currentTarget.files?.[0]);
            // The same file can be chosen again.
            event.currentTarget.value = '';
          }}
          className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
        />
        <Preview url={preview} isShrinking={isShrinking} disabled={disabled} />
        <label htmlFor={id} className="min-w-0 flex-[1_1_7rem]">
          <span className="block truncate font-semibold">{picture?.name ?? 'Choose a screenshot'}</span>
          <span id={`${id}-hint`} className={classNames('block text-sm', !disabled && 'text-ink-2')}>
            {hintOf(picture, isShrinking)}
          </span>
        </label>
        {picture ? (
          <IconButton label="Remove screenshot" onClick={clear} disabled={disabled} className="relative">
            <Trash2 size={20} aria-hidden />
          </IconButton>
        ) : null}
      </div>
      <FieldNotes id={id} error={error} isAlert />
    </div>
  );
}

interface PreviewProps {
  url: string | null;
  isShrinking: boolean;
  disabled: boolean;
}

function Preview({ url, isShrinking, disabled }: PreviewProps) {
  const picture = url ? (
    <img src={url} alt="Your screenshot" className="size-full object-cover" />
  ) : (
    <ImageUp size={24} aria-hidden />
  );
  return (
    <span
      className={classNames(
        'grid h-18 w-14.5 shrink-0 place-items-center overflow-hidden rounded-[12px]',
        disabled && !url ? 'bg-sunken text-ink-3' : 'bg-stage text-white',
      )}
    >
      {isShrinking ? <Spinner /> : picture}
    </span>
  );
}

function hintOf(picture: Picture | null, isShrinking: boolean): string {
  if (isShrinking) return 'Making it smaller…';
  if (!picture) return 'Up to 2 MB, PNG, JPEG or WebP. Larger pictures are made smaller first.';
  const { size, blob } = picture;
  return blob.size < size
    ? `${formatFileSize(blob.size)}, made smaller from ${formatFileSize(size)} to save your data.`
    : `${formatFileSize(blob.size)}. Up to 2 MB, PNG, JPEG or WebP.`;
}
