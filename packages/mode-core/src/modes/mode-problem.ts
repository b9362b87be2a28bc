import { defined, type TextPosition } from '@modegate/json';
import type { ModeSource } from './mode.ts';

/**
 * Severity of each problem code: an error disables something, a warning needs attention, and an info message merely
 * informs.
 */
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
  COMMAND_RULE_INVALID: 'error',
  RESTRICTION_SERVER_UNKNOWN: 'warning',
  RESTRICTION_TOOL_UNKNOWN: 'warning',
  SOURCE_MISMATCH: 'info',
  MODE_SHADOWED: 'info',
  RULES_UNREADABLE: 'warning',
  DISABLED_TOOL_UNKNOWN: 'error',
  INPUT_INVALID: 'error',
} as const satisfies Record<string, 'error' | 'warning' | 'info'>;

/** Code of a problem. */
export type ModeProblemCode = keyof typeof modeProblemSeverities;

/** A problem in a modes file, with the most precise position that the input allows. */
export interface ModeProblem {
  readonly code: ModeProblemCode;
  readonly severity: 'error' | 'warning' | 'info';
  /** Sentence that explains what is wrong, what was expected, and the nearest fix. */
  readonly message: string;
  /** Layer to which the file belongs, or `settings` for input that a program passed. */
  readonly source: ModeSource | 'settings';
  /** Slug of the mode, if the problem concerns a mode. */
  readonly mode?: string;
  /** JSON pointer (RFC 6901) into the file; `""` is the whole file. */
  readonly pointer: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** Source of a set of modes; part of every problem and rule found in it. */
export interface ModesOrigin {
  readonly source: ModeSource;
  readonly file?: string;
  /** Returns the position of the value at a pointer, or of its nearest existing parent. */
  readonly locate?: (pointer: string) => TextPosition | undefined;
}

/** Creates a problem, with its severity from the table and its position from the origin. */
export function createModeProblem(origin: ModesOrigin, code: ModeProblemCode, problem: ProblemDetails): ModeProblem {
  const position = origin.locate?.(problem.pointer);
  return {
    code,
    severity: modeProblemSeverities[code],
    message: problem.message,
    source: origin.source,
    pointer: problem.pointer,
    ...defined({ mode: problem.mode, file: origin.file }),
    ...position,
  };
}

/** Adds a problem to the list. */
export type ReportProblem = (code: ModeProblemCode, problem: ProblemDetails) => void;

/** The part of a problem that depends on its cause. */
export interface ProblemDetails {
  readonly message: string;
  readonly pointer: string;
  readonly mode?: string | undefined;
}

/**
 * Context in which a mode is checked: the mode's slug for use in messages, its pointer in the file, and the function
 * that receives problems.
 */
export interface ModeContext {
  readonly slug: string;
  readonly pointer: string;
  /** Adds a problem with the mode to the list, and returns its message. */
  readonly report: (code: ModeProblemCode, message: string, pointer: string) => string;
  /** True if only IBM Bob reads the file. Default false. */
  readonly isFromBob?: boolean;
}
