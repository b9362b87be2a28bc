import { nearestName } from '@modegate/nearest-name';
import { quoteShort } from './toolset.ts';
import type { ToolsetFile } from './toolset-file.ts';

/** Reason for a failed toolset operation; {@link describeFailure} formats it. */
export type ToolsetFailure =
  /** The toolset file cannot be read or written. */
  | { readonly code: 'STORE_FAILED'; readonly reason: string }
  /** A name, a size, or a reference to a tool is invalid. */
  | { readonly code: 'REQUEST_INVALID'; readonly reason: string }
  | { readonly code: 'NAME_TAKEN'; readonly name: string }
  /** `nearest` is the closest existing name. */
  | {
      readonly code: 'TOOLSET_UNKNOWN';
      readonly name: string;
      readonly nearest: string | undefined;
      readonly saved: readonly string[];
    }
  /** The set exists in the file, but its entry is damaged. */
  | { readonly code: 'TOOLSET_UNREADABLE'; readonly name: string; readonly reason: string }
  | { readonly code: 'NOT_CONFIRMED'; readonly name: string }
  | { readonly code: 'NOTHING_EQUIPPED'; readonly saved: readonly string[] }
  /** The tool is not part of the equipped set. */
  | { readonly code: 'NOT_A_MEMBER'; readonly tool: string; readonly toolset: string };

/** Facts about a successful operation, or the reason why nothing was changed. */
export type ToolsetOutcome<Facts> =
  | ({ readonly ok: true } & Facts)
  | { readonly ok: false; readonly failure: ToolsetFailure };

/** Returns the outcome of a failed operation. */
export function fail(failure: ToolsetFailure): { readonly ok: false; readonly failure: ToolsetFailure } {
  return { ok: false, failure };
}

/** Returns the failure for a name that does not belong to any readable set. */
export function failUnknown(file: ToolsetFile, name: string): ToolsetFailure {
  const reason = file.unreadable.get(name);
  if (reason !== undefined) return { code: 'TOOLSET_UNREADABLE', name, reason };
  const saved = [...file.toolsets.keys()];
  return { code: 'TOOLSET_UNKNOWN', name, nearest: nearestName(name, saved), saved };
}

/** Describes the problem and the closest solution, for a model or a person. */
export function describeFailure(failure: ToolsetFailure): string {
  switch (failure.code) {
    case 'STORE_FAILED':
    case 'REQUEST_INVALID':
    case 'TOOLSET_UNREADABLE':
      return failure.reason;
    case 'NAME_TAKEN':
      return `A toolset named ${quoteShort(failure.name)} already exists. Choose another name, or delete the existing toolset first.`;
    case 'TOOLSET_UNKNOWN':
      return `Toolset ${quoteShort(failure.name)} not found.${describeNearest(failure.nearest)} ${describeSaved(failure.saved)}`;
    case 'NOT_CONFIRMED':
      return `Deleting ${quoteShort(failure.name)} cannot be undone. Call again with confirm: true to delete it.`;
    case 'NOTHING_EQUIPPED':
      return `No toolset is equipped, so there is nothing to add notes to. ${describeSaved(failure.saved)}`;
    case 'NOT_A_MEMBER':
      return `${quoteShort(failure.tool)} is not in the equipped toolset ${quoteShort(failure.toolset)}, so it cannot have notes.`;
  }
}

function describeNearest(nearest: string | undefined): string {
  return nearest === undefined ? '' : ` Did you mean ${quoteShort(nearest)}?`;
}

const MAX_NAMES = 20;

function describeSaved(names: readonly string[]): string {
  if (names.length === 0) return 'Saved toolsets: none. Make one with build-toolset.';
  const rest = names.length - MAX_NAMES;
  return `Saved toolsets: ${names.slice(0, MAX_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
}
