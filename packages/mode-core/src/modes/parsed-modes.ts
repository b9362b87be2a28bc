import type { ModeConfig, ToolGroup } from './mode.ts';
import { createModeProblem, type ModeProblem, type ModeProblemCode, type ModesOrigin } from './mode-problem.ts';

/** A mode from a file, together with any reasons why the mode is not usable. */
export interface LoadedMode {
  readonly config: ModeConfig;
  /** JSON pointer of the mode in its file. */
  readonly pointer: string;
  /**
   * The reason why the mode refuses everything. The mode retains its slug and hides modes with the same slug in lower
   * layers.
   */
  readonly invalid?: string;
  /** Reason why the mode refuses every MCP call: its MCP restrictions could not be read. */
  readonly restrictionsInvalid?: string;
  /** Reason why the mode refuses every command: its restrictions on commands could not be read. */
  readonly commandsInvalid?: string;
  /** For each retained group entry, its index in the file's list, so that a rule can refer to the entry. */
  readonly groupIndexes: readonly number[];
  /**
   * Agent tools, by canonical name, that are blocked because the mode contains a key that is not a restriction in this
   * format.
   */
  readonly closedTools?: ReadonlyMap<string, ClosingReason>;
  /**
   * Groups that the mode lists or tries to restrict, but that are missing from `config.groups` because part of the mode
   * could not be interpreted.
   */
  readonly closedGroups?: ReadonlyMap<ToolGroup, ClosingReason>;
  /**
   * Groups of unknown effect that are known only to the file's client, each with its JSON pointer. These groups allow
   * nothing.
   */
  readonly unknownGroups?: ReadonlyMap<string, string>;
}

/** The reason why a part of a mode is blocked, with the pointer of the key that blocks it. */
export interface ClosingReason {
  readonly reason: string;
  readonly pointer: string;
}

/** An entry with an unusable slug, which is not a mode but is checked in the same way as a mode. */
export interface NamelessMode {
  /**
   * The entry in the form of a mode; `config.slug` is the text that was found in place of a slug, or an empty string.
   */
  readonly mode: LoadedMode;
  /** Normalised slugs that may have been intended; modes with these slugs are blocked. */
  readonly guesses: readonly string[];
}

/** Modes in one layer, with all their problems. */
export interface ParsedModes extends ModesOrigin {
  readonly modes: readonly LoadedMode[];
  /** Entries without a usable slug. Default: none. */
  readonly nameless?: readonly NamelessMode[];
  readonly problems: readonly ModeProblem[];
  /** Reason why the layer could not be read. Its content is unknown, so modes in lower layers are refused too. */
  readonly unreadable?: string;
  /** Parsed content to which the pointers in rules refer. */
  readonly document: unknown;
}

/**
 * Creates a layer whose modes file exists but cannot be read. A policy refuses everything that the file may have
 * defined.
 *
 * @param failure.reason - Clause that describes the file: `it is a folder`.
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
