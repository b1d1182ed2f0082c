import type { FairnessReply } from '@copup/shared/fairness-calls.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { SPIN_ID } from '@copup/shared/spin-proof.ts';
import { FileText, FolderOpen } from 'lucide-react';
import { type ChangeEvent, useState } from 'react';
import { ButtonLink } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { OwnNumberButton } from '../own-number.tsx';
import { mostProofBytes, readProof } from '../proof-file.ts';
import { ProofView } from '../proof-view.tsx';

const steps = [
  'Before you play, we draw a secret number and show you its fingerprint. From then on it cannot change.',
  'Each card comes from our number and your own number together.',
  'When the game is over, we open our number. This page checks every card against the fingerprint.',
  'The wheel of Spin stops where both numbers say. Its number opens right after your spin.',
  'A heist seals its question and accepted answers before the first ticket, and opens them when it is completed.',
];

/** Explains the draws, shows the user's own number, and verifies saved proofs, also offline. */
export function Page() {
  const [opened, setOpened] = useState<{ proof: FairnessReply; name: string } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const open = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    if (!file) return;
    const proof = file.size > mostProofBytes ? null : readProof(await file.text());
    // Allows choosing the same file again.
    currentTarget.value = '';
    setError(proof ? null : `${file.name} is not a saved proof.`);
    setOpened(proof && { proof, name: file.name });
  };
  const chooser = (
    <label className="relative inline-flex min-h-ctl cursor-pointer items-center justify-center gap-2 rounded-md bg-ink px-5 py-1.5 text-center text-ctl font-bold text-on-ink focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-brand">
      <FolderOpen size={22} aria-hidden />
      {opened ? 'Check another proof' : 'Check a saved proof'}
      <input
        type="file"
        accept="application/json,.json"
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={(event) => void open(event)}
      />
    </label>
  );
  return (
    <Screen title={opened ? 'Saved proof' : 'Fair draws'} backTo={paths.games}>
      {error ? <Note look="error" role="alert" title={error} /> : null}
      {opened ? (
        <ProofView proof={opened.proof}>
          <p className="flex items-center gap-2.5 text-sm text-ink-2">
            <FileText size={18} aria-hidden className="shrink-0" />
            <span className="min-w-0 wrap-anywhere">{opened.name}</span>
          </p>
          {chooser}
          <p className="text-sm text-ink-2">
            The check runs on this phone and works offline. Nothing is sent.
          </p>
        </ProofView>
      ) : (
        <>
          <Introduction />
          {chooser}
          <p className="text-sm text-ink-2">
            You can save a proof after a game or a heist has ended, and after your spin. The check runs on
            this phone and works offline. Nothing is sent.
          </p>
          <div className="grid gap-3 lg:grid-cols-2">
            <ButtonLink look="line" to={paths.cardLobby}>
              See the card games
            </ButtonLink>
            <ButtonLink look="line" to={pathTo(paths.proof, 'spin', SPIN_ID)}>
              Check my spin
            </ButtonLink>
          </div>
        </>
      )}
    </Screen>
  );
}

/** How the draws are sealed, and the user's own number. */
function Introduction() {
  return (
    <>
      <section className="stage adire overflow-hidden rounded-xl px-4.5 py-5 [--moon-at:right_-60px_center] lg:px-8 lg:py-8">
        <h2 className="font-display text-[1.5rem] leading-tight lg:text-[2rem]">Check every draw yourself</h2>
        <ol className="mt-3 grid list-decimal gap-2 pl-5 text-on-stage-2">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-[24px] bg-surface p-4 shadow-2">
        <span className="min-w-0 flex-[1_1_12rem]">
          <b className="block font-semibold">Your own number</b>
          <span className="block text-sm text-ink-2">
            It counts in your spin and in every game in which you have not drawn yet.
          </span>
        </span>
        <OwnNumberButton />
      </div>
    </>
  );
}
