import { ChevronLeft, ChevronRight, type LucideIcon, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { TurnedPicture, usePicture } from './turned-picture.tsx';

interface PictureDialogProps {
  /** Null when the item has no picture any more. */
  path: string | null;
  name: string;
  /** What is shown of how many: "2 of 17". */
  position?: string;
  /** Moves to another item; undefined at the end of the list. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  onClose: () => void;
}

/** What is pressed; undefined where it does nothing now. */
type PictureButton = [label: string, Icon: LucideIcon, size: number, onClick: (() => void) | undefined];

const zooms = [1, 1.5, 2, 3] as const;

/**
 * The pictures of a queue over the page. Arrow keys move to the item before and after, + and - change the size. The dialog
 * stays open while the items change, so that the focus returns once, when it is closed.
 */
export function PictureDialog(props: PictureDialogProps) {
  const { path, name, position = '', onPrevious, onNext, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [zoom, setZoom] = useState(0);
  const [quarters, setQuarters] = useState(0);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each picture is shown as a whole at first
  useEffect(() => {
    setZoom(0);
    setQuarters(0);
  }, [path]);
  const change = (step: 1 | -1) => setZoom((now) => Math.min(Math.max(now + step, 0), zooms.length - 1));
  const press = (event: KeyboardEvent) => {
    const actions: Record<string, (() => void) | undefined> = {
      // A picture that is larger than the window is scrolled with the arrow keys.
      ...(zoom === 0 && { ArrowLeft: onPrevious, ArrowRight: onNext }),
      '+': () => change(1),
      '-': () => change(-1),
    };
    const act = actions[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const buttons: readonly PictureButton[] = [
    ['Previous', ChevronLeft, 24, onPrevious],
    ['Next', ChevronRight, 24, onNext],
    ['Zoom out', ZoomOut, 20, zoom === 0 ? undefined : () => change(-1)],
    ['Zoom in', ZoomIn, 20, zoom === zooms.length - 1 ? undefined : () => change(1)],
    ['Turn', RotateCw, 20, () => setQuarters((quarters + 1) % 4)],
    ['Close', X, 24, onClose],
  ];
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onKeyDown={press}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none bg-surface text-ink"
    >
      <div className="grid size-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)]">
        <PictureHead titleId={titleId} name={name} position={position} buttons={buttons} />
        {path === null ? (
          <p className="grid place-items-center text-ink-2">The picture was erased.</p>
        ) : (
          <Picture key={path} path={path} name={name} scale={zooms[zoom] ?? 1} quarters={quarters} />
        )}
      </div>
    </dialog>
  );
}

interface PictureHeadProps {
  titleId: string;
  name: string;
  position: string;
  buttons: readonly PictureButton[];
}

function PictureHead({ titleId, name, position, buttons }: PictureHeadProps) {
  return (
    <header className="flex flex-wrap items-center justify-end gap-1 border-b border-line px-3 py-1.5">
      <h2 id={titleId} className="mr-auto min-w-0 flex-[1_1_100%] truncate text-base sm:flex-[1_1_9rem]">
        {name}
      </h2>
      <span role="status" className="mr-auto px-2 text-sm text-ink-2 sm:mr-0">
        {position}
      </span>
      {buttons.map(([label, Icon, size, onClick]) => (
        <IconButton
          key={label}
          label={label}
          disabled={!onClick}
          onClick={onClick}
          className="disabled:opacity-40"
        >
          <Icon size={size} aria-hidden />
        </IconButton>
      ))}
    </header>
  );
}

interface PictureProps {
  path: string;
  name: string;
  scale: number;
  quarters: number;
}

function Picture({ path, name, scale, quarters }: PictureProps) {
  const { url, isFailed, retry } = usePicture(path);
  if (isFailed) {
    return (
      <div className="p-4">
        <ErrorState message="The picture could not be loaded." onRetry={retry} />
      </div>
    );
  }
  const size = `${scale * 100}%`;
  // A picture on its side needs a square, because its box is turned with it.
  const side = `${scale * 80}vmin`;
  const box = quarters % 2 === 1 ? { width: side, height: side } : { width: size, height: size };
  return (
    <section
      aria-label={`Picture, ${scale * 100} percent`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area needs the keyboard
      tabIndex={0}
      className="overflow-auto bg-sunken p-3"
    >
      <div className="mx-auto" style={box}>
        <TurnedPicture url={url} name={name} quarters={quarters} className="size-full object-contain" />
      </div>
    </section>
  );
}
