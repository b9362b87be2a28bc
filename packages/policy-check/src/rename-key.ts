import { resolvePointer } from '@modegate/mode-core';
import type { Fix } from './source/finding.ts';
import { isRecord } from './source/is-record.ts';
import { isTypingSlip } from './typing-slip.ts';
import type { ModesFile } from './workspace/workspace.ts';

/** A fix that gives a misspelt key its right name, where exactly one known key is a slip away and not there yet. */
export function renameKey(file: ModesFile, pointer: string, known: readonly string[]): Fix | undefined {
  const key = pointer.slice(pointer.lastIndexOf('/') + 1);
  const parent: unknown = resolvePointer(file.parsed.document, pointer.slice(0, pointer.lastIndexOf('/')));
  const span = file.keySpanOf(pointer);
  const [meant, ...others] = known.filter((name) => isTypingSlip(key, name));
  if (meant === undefined || others.length > 0 || span === undefined) return undefined;
  if (!isRecord(parent) || meant in parent) return undefined;
  const written = file.text.slice(span.start, span.end);
  return {
    description: `Rename '${key}' to '${meant}'.`,
    edits: [{ file: file.file, ...span, text: written.replace(key, meant) }],
    isSafe: true,
  };
}
