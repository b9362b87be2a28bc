import { connectByHttp, type EditorClient } from '@modegate/restrictions-editor/messages';
import { followEvents, type PageEvent } from './follow-events.ts';
import type { PageStrings } from './parts/strings.ts';

/** How the page reaches the program. */
export interface Api {
  /** Asks for one thing. @throws {Error} with the sentence of the program where it is not done. */
  readonly ask: <Answer>(name: string, body?: object) => Promise<Answer>;
  /** The connection of the editor for one mode. */
  readonly editor: (mode: string) => EditorClient;
  /** Calls back with what happens; returns what ends that. */
  readonly onEvent: (listener: (event: PageEvent) => void) => () => void;
}

/** Connects the page; events are followed while there is a listener. */
export function createApi(token: string, strings: PageStrings): Api {
  const headers = { authorization: `Bearer ${token}` };
  const listeners = new Set<(event: PageEvent) => void>();
  let stop: (() => void) | undefined;
  const onEvent = (listener: (event: PageEvent) => void) => {
    listeners.add(listener);
    stop ??= followEvents(headers, (event) => {
      for (const each of listeners) each(event);
    });
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      stop?.();
      stop = undefined;
    };
  };
  return {
    onEvent,
    async ask<Answer>(name: string, body: object = {}) {
      const response = await fetch(`api/${name}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer = (await response.json()) as Answer & Failed;
      if (!response.ok) throw new Error(sentenceOf(answer) ?? strings.programAnswered(response.status));
      return answer;
    },
    editor: (mode) => ({
      ...connectByHttp('api/editor', { modeSlug: mode, headers }),
      // The program announces changes, so that no polling is needed.
      onChange: (listener) =>
        onEvent(({ type }) => {
          if (type === 'changed' || type === 'connected') listener();
        }),
    }),
  };
}

/** The page's own door says it in a word, that of the protocol as an error of JSON-RPC. */
interface Failed {
  readonly error?: string | { readonly message?: string };
}

function sentenceOf({ error }: Failed): string | undefined {
  return typeof error === 'string' ? error : error?.message;
}
