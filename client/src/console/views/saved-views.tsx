import { isolate } from '@copup/shared/isolate.ts';
import { Bookmark, X } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useSignedInUser } from '../../lib/session.ts';
import { readStoredJson, writeStored } from '../../lib/stored.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FormDialog } from '../form-dialog.tsx';
import { TextInput } from '../inputs.tsx';
import { isViews, type SavedView, viewOf, withView } from './view-address.ts';

const LONGEST_NAME = 40;

/** The views of one page that an operator has saved in this browser. */
function useViews(pathname: string): [views: readonly SavedView[], save: (views: SavedView[]) => void] {
  const { id } = useSignedInUser();
  const key = `views.${id}.${pathname}`;
  const [views, setViews] = useState(() => readStoredJson(key, isViews) ?? []);
  return [
    views,
    (changed) => {
      writeStored(key, JSON.stringify(changed));
      setViews(changed);
    },
  ];
}

/** O3: the saved views of a list as links, and the button that saves its filters and order. */
export function SavedViews() {
  const { pathname, search } = useLocation();
  const [views, save] = useViews(pathname);
  const [isNaming, setIsNaming] = useState(false);
  const shown = viewOf(new URLSearchParams(search));
  const current = views.find(({ view }) => view === shown);
  if (views.length === 0 && shown === '') return null;
  return (
    <nav aria-label="Saved views" className="flex flex-wrap items-center gap-2">
      {views.map(({ name, view }) => (
        <Link
          key={name}
          to={`?${view}`}
          aria-current={view === shown ? 'page' : undefined}
          className={classNames(
            'inline-flex min-h-tap max-w-full items-center rounded-full px-3.5 text-sm font-semibold',
            view === shown ? 'bg-brand-soft text-ink' : 'ctl-line text-ink-2',
          )}
        >
          <span className="truncate">{name}</span>
        </Link>
      ))}
      {current ? (
        <IconButton
          label={`Delete the view ${isolate(current.name)}`}
          onClick={() => save(views.filter((view) => view !== current))}
        >
          <X size={18} aria-hidden />
        </IconButton>
      ) : null}
      {shown !== '' && !current ? (
        <Button look="ghost" size="sm" onClick={() => setIsNaming(true)}>
          <Bookmark size={16} aria-hidden />
          Save view…
        </Button>
      ) : null}
      {isNaming ? (
        <FormDialog
          title="Save this view"
          onClose={() => setIsNaming(false)}
          defaultValues={{ name: '' }}
          validate={({ name }): { name?: string } => (name.trim() === '' ? { name: 'Enter a name.' } : {})}
          submitName="Save"
          onSubmit={async ({ name }) => {
            save(withView(views, { name: name.trim(), view: shown }));
            return `Saved as ${isolate(name.trim())}`;
          }}
        >
          <p className="text-sm text-ink-2">
            The filters and the order of this list, kept in this browser for you. Others see the same by the
            link.
          </p>
          <TextInput source="name" label="Name" required maxLength={LONGEST_NAME} />
        </FormDialog>
      ) : null}
    </nav>
  );
}
