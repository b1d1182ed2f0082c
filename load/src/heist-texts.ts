import type { Random } from '@copup/testkit/random.ts';

/** The number of a heist in every question and answer, so that a frame or reply that has one is recognized. */
const QUESTION = /load vault (\d+)/;
const ANSWER = /load answer \d/i;
const RIGHT_SHARE = 0.75;

export const questionOf = (heist: number): string => `Which word opens load vault ${heist}?`;
export const acceptedOf = (heist: number): string[] => [`Load answer ${heist}`, `Réponse ${heist}`];

/** An answer as a player types it (H3): three of four are right, in different spellings. */
export function typedAnswer(heist: number, random: Random): string {
  if (random.next() >= RIGHT_SHARE) return `a guess ${random.int(0, 999)}`;
  return random.pick([
    `load answer ${heist}`,
    `  LOAD   Answer ${heist}! `,
    `Lóad ànswer ${heist}`,
    `reponse ${heist}.`,
  ]);
}

/** Returns the number of the heist whose question the text contains. */
export function findQuestion(text: string): number | undefined {
  const found = QUESTION.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** Returns whether the text contains an accepted answer. */
export const hasAnswer = (text: string): boolean => ANSWER.test(text);
