import { createModeProblem, type ModeProblemCode, type ModesOrigin } from '../modes/mode-problem.ts';
import type { ParsedModes } from '../modes/parsed-modes.ts';

/**
 * Creates a layer whose modes file exists but cannot be read. A policy refuses whatever the file may have defined.
 *
 * @param failure.reason - Clause about the file: `it is a folder`.
 */
export function unreadableModes(
  origin: ModesOrigin,
  failure: {
    readonly code: Extract<ModeProblemCode, 'FILE_UNREADABLE' | 'FILE_TOO_LARGE' | 'FILE_ENCODING' | 'FILE_OUTSIDE'>;
    readonly reason: string;
  },
): ParsedModes {
  const message = `The modes file could not be read: ${failure.reason}.`;
  const problem = createModeProblem(origin, failure.code, { message, pointer: '' });
  return { ...origin, modes: [], problems: [problem], document: undefined, unreadable: message };
}
