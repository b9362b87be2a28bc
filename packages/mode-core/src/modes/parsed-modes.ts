import type { ModeConfig, ToolGroup } from './mode.ts';
import type { ModeProblem, ModesOrigin } from './mode-problem.ts';

/** One mode of a file, and whether it can be used. */
export interface LoadedMode {
  readonly config: ModeConfig;
  /** JSON pointer of the mode in its file. */
  readonly pointer: string;
  /** Present when the mode has an error: it keeps its slug, hides lower layers, and refuses everything for this reason. */
  readonly invalid?: string;
  /** Present when the MCP restrictions could not be read: the mode is kept, but every MCP call is refused for this reason. */
  readonly restrictionsInvalid?: string;
  /** The index of each kept group entry in the file's own list, so that a rule can point at it. */
  readonly groupIndexes: readonly number[];
  /** The agent's tools, by canonical name, that a key of the mode closes although it is not a limit of the format. */
  readonly closedTools?: ReadonlyMap<string, ClosingReason>;
  /** Groups that the mode lists, or would limit, and that are not among `config.groups` because something of the mode is not understood. */
  readonly closedGroups?: ReadonlyMap<ToolGroup, ClosingReason>;
  /** Groups of the client whose file it is, of which it is not known what they open, each with its JSON pointer. They grant nothing. */
  readonly unknownGroups?: ReadonlyMap<string, string>;
}

/** Why a part of a mode is closed, and the place of the key that closes it. */
export interface ClosingReason {
  readonly reason: string;
  readonly pointer: string;
}

/** An entry whose slug cannot be used: no mode, but checked like one. */
export interface NamelessMode {
  /** `config.slug` is the text that was found, or empty. */
  readonly mode: LoadedMode;
  /** The slugs it may have been meant for, folded; modes of these are closed. */
  readonly guesses: readonly string[];
}

/** The modes of one layer, with everything that is wrong with them. */
export interface ParsedModes extends ModesOrigin {
  readonly modes: readonly LoadedMode[];
  /** Entries without a usable slug. Default none. */
  readonly nameless?: readonly NamelessMode[];
  readonly problems: readonly ModeProblem[];
  /** Present when the layer could not be read at all: what it would have said is unknown, so lower layers are refused for this reason. */
  readonly unreadable?: string;
  /** The parsed content, which the pointers of rules resolve in. */
  readonly document: unknown;
}
