import { paths } from '@copup/shared/page-paths.ts';
import { CameraOff, Image, Keyboard, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { vibrate } from '../lib/haptics.ts';
import { useTitle } from '../lib/use-title.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { notOurs, readCode, usePicture, type WantedCode } from './read-code.tsx';

const texts = {
  refused: [
    'The camera is off',
    'Your browser refused the camera. Tap the lock beside the address, then Permissions, then Camera.',
  ],
  missing: ['No camera was found', 'Choose a picture of the code, or type it.'],
} as const;

interface ScannerProps<Found> extends WantedCode<Found> {
  title: string;
  onClose: () => void;
}

/** Scans a code. It is opened by a tap, so the browser asks for the camera only then (W21). */
export function Scanner<Found>({ title, onClose, ...wanted }: ScannerProps<Found>) {
  useTitle(title);
  const video = useRef<HTMLVideoElement>(null);
  const { problem, isOther, retry } = useCamera(video, wanted);
  const picture = usePicture(wanted);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    return () => document.querySelector<HTMLElement>('form input')?.focus();
  }, []);
  return (
    <section
      aria-label={title}
      className="fixed inset-0 z-40 grid grid-rows-[minmax(0,1fr)_auto] overflow-y-auto bg-surface"
    >
      <div className="stage adire relative grid grid-rows-[auto_minmax(0,1fr)]">
        <video
          ref={video}
          muted
          playsInline
          hidden={!!problem}
          className="absolute inset-0 size-full object-cover"
        />
        <header className="relative flex min-h-15 items-center gap-3 bg-black/35 px-4 py-2">
          <IconButton label="Close" onClick={onClose} className="bg-white/15">
            <X size={24} aria-hidden />
          </IconButton>
          <h1 ref={heading} tabIndex={-1} className="flex-1 text-xl outline-none">
            {title}
          </h1>
        </header>
        <View problem={problem} isOther={isOther} />
      </div>
      <footer className="relative mx-auto -mt-5 grid w-full max-w-[560px] grid-cols-2 gap-2.5 rounded-t-xl bg-surface px-4 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
        {picture.field}
        <Button
          look={problem ? 'ink' : 'line'}
          onClick={picture.open}
          className={problem ? 'col-span-2' : ''}
        >
          <Image size={20} aria-hidden />
          Choose a picture
        </Button>
        <Button look="line" onClick={onClose}>
          <Keyboard size={20} aria-hidden />
          Type it
        </Button>
        {problem ? (
          <Button look="line" onClick={retry}>
            Try again
          </Button>
        ) : null}
        <p className="col-span-2 text-center text-sm text-ink-2">The picture stays on your phone.</p>
      </footer>
    </section>
  );
}

type Problem = keyof typeof texts;

/** The frame for the code, or why there is no picture of the camera. */
function View({ problem, isOther }: { problem: Problem | undefined; isOther: boolean }) {
  return (
    <div
      role="status"
      className="relative grid content-center justify-items-center gap-4 px-8 py-6 text-center"
    >
      {problem ? (
        <>
          <span className="grid size-28 place-items-center rounded-full bg-black/25">
            <CameraOff size={44} aria-hidden />
          </span>
          <h2 className="text-2xl">{texts[problem][0]}</h2>
          <p className="max-w-80 text-on-stage-2">{texts[problem][1]}</p>
        </>
      ) : (
        <>
          <svg
            viewBox="0 0 100 100"
            fill="none"
            stroke="#fff"
            strokeWidth="2.5"
            strokeLinecap="round"
            aria-hidden="true"
            className="w-[min(16.5rem,40dvh)]"
          >
            <path d="M2 26V18A16 16 0 0 1 18 2h8M74 2h8a16 16 0 0 1 16 16v8M98 74v8a16 16 0 0 1-16 16h-8M26 98h-8A16 16 0 0 1 2 82v-8" />
          </svg>
          <p className="rounded-full bg-[#0f1530]/90 px-4 py-2.5 font-semibold">
            {isOther ? notOurs : 'Hold the code inside the frame'}
          </p>
        </>
      )}
    </div>
  );
}

/** The pause between two readings, so that a slow phone stays responsive. */
const pauseMs = 150;

/** Shows the camera in the element and reports the first wanted code that it sees. */
function useCamera<Found>(video: RefObject<HTMLVideoElement | null>, wanted: WantedCode<Found>) {
  const [problem, setProblem] = useState<Problem>();
  const [attempts, setAttempts] = useState(0);
  const [isOther, setIsOther] = useState(false);
  const current = useRef(wanted);
  current.current = wanted;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (loadOwnDocument()) return;
    let stream: MediaStream | undefined;
    let isOver = false;
    const stop = () => {
      isOver = true;
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const scan = async (element: HTMLVideoElement) => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (isOver) return stop();
      element.srcObject = stream;
      await element.play();
      while (!isOver) {
        const text = await readCode(element).catch(() => undefined);
        const found = text === undefined ? undefined : current.current.find(text);
        if (!isOver && found !== undefined) {
          stop();
          vibrate(20);
          current.current.onFound(found);
        }
        if (text !== undefined) setIsOther(found === undefined);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    };
    setProblem(undefined);
    if (video.current)
      scan(video.current).catch(({ name }: Error) => {
        if (!isOver) setProblem(name === 'NotAllowedError' ? 'refused' : 'missing');
      });
    return stop;
  }, [attempts]);
  return { problem, isOther, retry: () => setAttempts((before) => before + 1) };
}

const cameraPages: readonly string[] = [paths.send, paths.verify];

/**
 * The server allows the camera in the documents of these pages only, and one usually comes from another page of the app.
 * Loads the document once; the history keeps that the scanner is open.
 */
function loadOwnDocument(): boolean {
  const { featurePolicy } = document as { featurePolicy?: { allowsFeature(name: string): boolean } };
  const [loaded] = performance.getEntriesByType('navigation');
  const isOwn = loaded === undefined || cameraPages.includes(new URL(loaded.name).pathname);
  if (isOwn || featurePolicy?.allowsFeature('camera') !== false) return false;
  location.reload();
  return true;
}
