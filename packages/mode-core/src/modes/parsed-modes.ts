import type { ModeConfig, ToolGroup } from './mode.ts';
import { createModeProblem, type ModeProblem, type ModeProblemCode, type ModesOrigin } from './mode-problem.ts';

/** A mode from a file, with the reasons why it is not usable, if any. */
export interface LoadedMode {
  readonly config: ModeConfig;
  /** JSON pointer of the mode in its file. */
  readonly pointer: string;
  /** Reason why the mode refuses everything. The mode keeps its slug and hides the same slug in lower layers. */
  readonly invalid?: string;
  /** Reason why the mode refuses every MCP call: its MCP restrictions could not be read. */
  readonly restrictionsInvalid?: string;
  /** Reason why the mode refuses every command: its restrictions on commands could not be read. */
  readonly commandsInvalid?: string;
  /** For each kept group entry, its index in the file's list, so that a rule can refer to it. */
  readonly groupIndexes: readonly number[];
  /**
   * Tools of the agent, by canonical name, that are closed because of a key of the mode that is not a limit in this
   * format.
   */
  readonly closedTools?: ReadonlyMap<string, ClosingReason>;
  /**
   * Groups that the mode lists or tries to limit, but that are missing from `config.groups` because part of the mode is
   * not understood.
   */
  readonly closedGroups?: ReadonlyMap<ToolGroup, ClosingReason>;
  /** Groups of unknown effect that only the file's client knows, each with its JSON pointer. They allow nothing. */
  readonly unknownGroups?: ReadonlyMap<string, string>;
}

/** Reason why a part of a mode is closed, with the pointer of the key that closes it. */
export interface ClosingReason {
  readonly reason: string;
  readonly pointer: string;
}

/** An entry with an unusable slug: not a mode, but checked as one. */
export interface NamelessMode {
  /** The entry in the form of a mode; `config.slug` is the text that was found, or an empty string. */
  readonly mode: LoadedMode;
  /** Normalised slugs that may have been meant; modes with these slugs are closed. */
  readonly guesses: readonly string[];
}

/** Modes of one layer, with all their problems. */
export interface ParsedModes extends ModesOrigin {
  readonly modes: readonly LoadedMode[];
  /** Entries without a usable slug. Default none. */
  readonly nameless?: readonly NamelessMode[];
  readonly problems: readonly ModeProblem[];
  /** Reason why the layer could not be read. Its content is unknown, so modes in lower layers are refused too. */
  readonly unreadable?: string;
  /** Parsed content that the pointers of rules refer to. */
  readonly document: unknown;
}

/**
 * Creates a layer whose modes file exists but cannot be read. A policy refuses everything that the file may have
 * defined.
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
