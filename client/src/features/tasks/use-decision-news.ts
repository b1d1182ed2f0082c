import { isolate } from '@copup/shared/isolate.ts';
import type { SocialTask } from '@copup/shared/tasks.ts';
import { useEffect, useRef, useState } from 'react';

/** Returns a sentence about the task whose status last changed on this page, for screen readers. */
export function useDecisionNews(tasks: readonly SocialTask[] | undefined): string {
  const known = useRef(new Map<number, SocialTask['status']>());
  const [news, setNews] = useState('');
  useEffect(() => {
    for (const { id, title, status } of tasks ?? []) {
      const before = known.current.get(id);
      known.current.set(id, status);
      if (before !== undefined && before !== status) setNews(`${isolate(title)} is ${status}.`);
    }
  }, [tasks]);
  return news;
}
