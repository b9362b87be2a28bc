import { useEffect, useRef } from 'react';
import type { Ask } from '../worker/ask-worker.ts';
import type { Page } from './use-page.ts';

/** Follows links that are opened in the same window, and takes a link out of the address when the page no longer shows what it has. */
export function useLinks(ask: Ask, { state, replace, say }: Page): void {
  const linked = useRef(state);
  useEffect(() => {
    const follow = async () => {
      const reading = await ask({ kind: 'read-link', fragment: location.hash });
      if (reading.state === 'broken') say(reading.reason);
      if (reading.state !== 'read') return;
      linked.current = reading.value;
      replace(() => reading.value, openedByLink);
    };
    const onHashChange = () => void follow().catch((error: unknown) => say((error as Error).message));
    addEventListener('hashchange', onHashChange);
    return () => removeEventListener('hashchange', onHashChange);
  }, [ask, replace, say]);
  useEffect(() => {
    if (state === linked.current || location.hash === '') return;
    history.replaceState(null, '', location.pathname + location.search);
  }, [state]);
}

/** What is said when a link was opened. */
export const openedByLink = 'Opened from a link. Secrets were left out when it was made.';
