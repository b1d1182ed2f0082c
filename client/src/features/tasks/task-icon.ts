import { Heart, ListChecks, type LucideIcon, MessageCircle, Play, Share2, Star } from 'lucide-react';

const icons: readonly (readonly [words: RegExp, icon: LucideIcon])[] = [
  [/\b(?:watch|video|youtube|tiktok)\b/i, Play],
  [/\b(?:share|post|repost|retweet)\b/i, Share2],
  [/\b(?:join|telegram|whatsapp|group|channel|comment)\b/i, MessageCircle],
  [/\b(?:rate|review|stars?)\b/i, Star],
  [/\b(?:follow|like|love)\b/i, Heart],
];

/** Returns the icon for the words of a task's title. */
export function taskIcon(title: string): LucideIcon {
  return icons.find(([words]) => words.test(title))?.[1] ?? ListChecks;
}
