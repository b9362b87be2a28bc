import type { TextPosition } from '@modegate/json';
import type { ModeSource } from './mode.ts';

/** Every kind of finding the loaders report, with its severity: an error takes something away, a warning asks for a look, info only tells. */
export const modeProblemSeverities = {
  FILE_UNREADABLE: 'error',
  FILE_SYNTAX: 'error',
  FILE_TOO_LARGE: 'error',
  FILE_ENCODING: 'error',
  FILE_OUTSIDE: 'error',
  ROOT_INVALID: 'error',
  DUPLICATE_KEY: 'warning',
  CHARACTERS_CLEANED: 'warning',
  MODE_INVALID: 'error',
  FIELD_MISSING: 'error',
  FIELD_INVALID: 'error',
  SLUG_INVALID: 'error',
  SLUG_DUPLICATE: 'error',
  SLUG_AMBIGUOUS: 'error',
  GROUP_UNKNOWN: 'warning',
  GROUP_INVALID: 'error',
  GROUP_DUPLICATE: 'error',
  PATTERN_INVALID: 'error',
  PATTERN_UNSUPPORTED: 'error',
  PATTERN_TOO_LARGE: 'error',
  PATTERN_EMPTY: 'warning',
  PATTERN_NOT_ENFORCEABLE: 'warning',
  KEY_UNKNOWN: 'warning',
  LIMIT_MISPLACED: 'error',
  RESTRICTIONS_INVALID: 'error',
  EXTENDS_INVALID: 'error',
  EXTENDS_UNKNOWN: 'error',
  EXTENDS_CYCLE: 'error',
  EXTENDS_BROKEN: 'error',
  SCHEDULE_INVALID: 'error',
  CONDITION_INVALID: 'error',
  RESTRICTION_BLANK: 'warning',
  RESTRICTION_CONFLICT: 'warning',
  RESTRICTIONS_DISAGREE: 'warning',
  RESTRICTION_SERVER_UNKNOWN: 'warning',
  RESTRICTION_TOOL_UNKNOWN: 'warning',
  SOURCE_MISMATCH: 'info',
  MODE_SHADOWED: 'info',
  RULES_UNREADABLE: 'warning',
  DISABLED_TOOL_UNKNOWN: 'error',
  INPUT_INVALID: 'error',
} as const satisfies Record<string, 'error' | 'warning' | 'info'>;

/** The code of a finding. */
export type ModeProblemCode = keyof typeof modeProblemSeverities;

/** One finding about a modes file, with as exact a place as the input allows. */
export interface ModeProblem {
  readonly code: ModeProblemCode;
  readonly severity: 'error' | 'warning' | 'info';
  /** A sentence that says what is wrong, what was expected and the nearest fix. */
  readonly message: string;
  /** The layer, or `settings` for what a program passed beside the modes. */
  readonly source: ModeSource | 'settings';
  /** Slug of the mode, when there is one to name. */
  readonly mode?: string;
  /** JSON pointer (RFC 6901) into the file; `""` is the whole file. */
  readonly pointer: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** Where a set of modes was read; carried by every problem and every rule found there. */
export interface ModesOrigin {
  readonly source: ModeSource;
  readonly file?: string;
  /** The position of the value a pointer names, or of its nearest existing parent. */
  readonly locate?: (pointer: string) => TextPosition | undefined;
}

/** Builds a problem: severity from the table, position from the origin. */
export function createModeProblem(
  origin: ModesOrigin,
  code: ModeProblemCode,
  problem: { readonly message: string; readonly pointer: string; readonly mode?: string | undefined },
): ModeProblem {
  const position = origin.locate?.(problem.pointer);
  return {
    code,
    severity: modeProblemSeverities[code],
    message: problem.message,
    source: origin.source,
    pointer: problem.pointer,
    ...(problem.mode === undefined ? {} : { mode: problem.mode }),
    ...(origin.file === undefined ? {} : { file: origin.file }),
    ...position,
  };
}

/** Adds a problem to the list being built. */
export type ReportProblem = (
  code: ModeProblemCode,
  problem: { readonly message: string; readonly pointer: string; readonly mode?: string | undefined },
) => void;

/** The mode that is being checked: how messages call it, where it is in its file, and where findings go. */
export interface ModeContext {
  readonly slug: string;
  readonly pointer: string;
  readonly report: ReportProblem;
  /** Whether its file is one that only IBM Bob reads. Default false. */
  readonly isFromBob?: boolean;
}
