import { useEffect, useRef } from 'react';
import type { Ask } from '../worker/ask-worker.ts';
import type { PageState } from './page-state.ts';

/** Follows links opened in the same window, and removes a link from the address once the page shows something else. */
export function useLinks(ask: Ask, { state, replace, notify }: PageState): void {
  const linked = useRef(state);
  useEffect(() => {
    const follow = async () => {
      const reading = await ask({ kind: 'read-link', fragment: location.hash });
      if (reading.state === 'broken') notify(reading.reason);
      if (reading.state !== 'read') return;
      linked.current = reading.value;
      replace(() => reading.value, openedByLink);
    };
    const onHashChange = () => void follow().catch((error: unknown) => notify((error as Error).message));
    addEventListener('hashchange', onHashChange);
    return () => removeEventListener('hashchange', onHashChange);
  }, [ask, replace, notify]);
  useEffect(() => {
    if (state === linked.current || location.hash === '') return;
    history.replaceState(null, '', location.pathname + location.search);
  }, [state]);
}

/** The notice shown after a link has been opened. */
export const openedByLink = 'Opened from a link. Secrets were removed when the link was created.';
