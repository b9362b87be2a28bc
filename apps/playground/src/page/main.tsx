import { createRoot } from 'react-dom/client';
import { examples } from '../state/examples.ts';
import type { PlaygroundState } from '../state/playground-state.ts';
import { type Ask, createAsk } from '../worker/ask-worker.ts';
import { Playground } from './app.tsx';
import { openedByLink } from './use-links.ts';

// The build names its files after their contents, and writes the name of the worker file where the page can read it.
const workerFile = document.querySelector<HTMLMetaElement>('meta[name="modegate-worker"]')?.content ?? '';

const ask = createAsk(() => new Worker(new URL(workerFile, document.baseURI), { type: 'module' }));

const root = document.querySelector('#root');
if (root !== null) {
  const { state, notice } = await readAddress(ask);
  createRoot(root).render(<Playground ask={ask} first={state} notice={notice} />);
}

/** The state in the address, or the first example. */
async function readAddress(asking: Ask): Promise<{ readonly state: PlaygroundState; readonly notice: string }> {
  const example = examples[0].state;
  try {
    const reading = await asking({ kind: 'read-link', fragment: location.hash });
    if (reading.state === 'read') return { state: reading.value, notice: openedByLink };
    return { state: example, notice: reading.state === 'broken' ? reading.reason : '' };
  } catch (error) {
    return { state: example, notice: (error as Error).message };
  }
}
