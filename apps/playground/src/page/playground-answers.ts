import type { Answers, EditorProject } from '@modegate/restrictions-editor/model';

import type { ChangesAnswer, Overview } from '../answers/questions.ts';
import type { VersionFiles } from '../state/playground-state.ts';
import type { Ask } from '../worker/ask-worker.ts';

/** The worker's answers about one version of the files. */
export interface PlaygroundAnswers extends Answers {
  readonly overview: () => Promise<Overview>;
  readonly changes: (before: VersionFiles) => Promise<ChangesAnswer>;
  readonly edit: (question: { readonly mode: string }) => Promise<EditorProject>;
}

/** Connects the views to the worker. */
export function createAnswers(ask: Ask, files: VersionFiles): PlaygroundAnswers {
  return {
    overview: () => ask({ kind: 'overview', files }),
    mode: ({ mode }) => ask({ kind: 'mode', files, mode }),
    matrix: ({ filter = '' }) => ask({ kind: 'matrix', files, filter }),
    why: (question) => ask({ kind: 'why', files, question }),
    changes: (before) => ask({ kind: 'changes', before, after: files }),
    edit: ({ mode }) => ask({ kind: 'edit', files, mode }),
  };
}

/** Pause in typing, in milliseconds, after which the worker is queried. */
export const typingMs = 120;
