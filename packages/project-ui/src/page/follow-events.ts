import type { UiEvent } from '../wire.ts';

/** An event that concerns the project or the connection. */
export type PageEvent =
  | UiEvent
  | { readonly type: 'connected' }
  | { readonly type: 'lost'; readonly isLocked: boolean };

const retryMs = 1000;

/**
 * Follows the stream of events, and reconnects when the connection is lost; returns a function that stops following the
 * stream.
 */
export function followEvents(
  headers: Readonly<Record<string, string>>,
  listener: (event: PageEvent) => void,
): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const follow = async (): Promise<void> => {
    while (!signal.aborted) {
      let isLocked = false;
      try {
        const response = await fetch('api/events', {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: '{}',
          signal,
        });
        isLocked = response.status === 401;
        if (response.ok && response.body !== null) {
          listener({ type: 'connected' });
          await readLines(response.body, (line) => listener(JSON.parse(line) as UiEvent));
        }
      } catch {
        // Either the program has stopped or the page was closed; the loop determines which.
      }
      if (signal.aborted) return;
      listener({ type: 'lost', isLocked });
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  };
  void follow();
  return () => ended.abort();
}

async function readLines(body: ReadableStream<Uint8Array>, take: (line: string) => void): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') take(line);
  }
}
