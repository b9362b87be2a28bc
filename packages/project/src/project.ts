import type { ParsedModes, Policy } from '@modegate/mode-core';
import type { ConfigFileKind, ConfigProblem, ServerEntry } from '@modegate/server-config';
import type { Layer } from './source-locations.ts';

/** A problem in a modes or server file, in a uniform format. */
export interface ProjectProblem {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  /** Sentence that describes what is wrong, what was expected, and the nearest fix. */
  readonly message: string;
  readonly file?: string;
  /** JSON pointer (RFC 6901) into the file; `""` refers to the whole file. */
  readonly pointer: string;
  /** Lines and columns start at 1. */
  readonly line?: number;
  readonly column?: number;
}

interface SourceBase {
  readonly layer: Layer;
  /** Relative to the project or to the global folder, or as given by the user. */
  readonly path: string;
  /** Name used in messages and rules. */
  readonly file: string;
  /** Text as read; absent if the file is missing or unreadable. */
  readonly text?: string;
}

/** A modes file that the program looked for. */
export interface ModesSource extends SourceBase {
  readonly what: 'modes';
  /**
   * `ignored`: the file exists, but another file in the same layer exists and takes precedence. `unreadable`: its
   * content is unknown, so its layer refuses everything.
   */
  readonly state: 'read' | 'missing' | 'unreadable' | 'ignored';
  /** Absent if the file is missing. */
  readonly parsed?: ParsedModes;
}

/** An MCP server file that the program looked for. */
export interface ServersSource extends SourceBase {
  readonly what: 'servers';
  readonly kind: ConfigFileKind;
  /**
   * `unreadable`: the file exists or was specified explicitly, but could not be read; servers from later files are
   * refused.
   */
  readonly state: 'read' | 'missing' | 'unreadable';
  /** Servers in file order, including those hidden by a file that takes precedence. */
  readonly servers: readonly ServerEntry[];
  readonly problems: readonly ConfigProblem[];
}

/** A file that the program looked for, with the result of reading it. */
export type ProjectSource = ModesSource | ServersSource;

/**
 * Modes, servers and policy of a project at one point in time; after a change, read the project again. Entries in
 * server files are read, and `problems` computed, on first use.
 */
export interface Project {
  /** Absolute path of the project folder; undefined if the project has no folder. */
  readonly root: string | undefined;
  /** Modes in the layers that have a file. */
  readonly modes: { readonly project?: ParsedModes; readonly global?: ParsedModes };
  /** The entry that takes precedence for each server name, including disabled and invalid entries. */
  readonly servers: readonly ServerEntry[];
  /** The project's policy, which refuses everything that could not be read. */
  readonly policy: Policy;
  /** Every problem in the effective files, without duplicates. */
  readonly problems: readonly ProjectProblem[];
  /** Every file that the program looked for: modes first, then servers, in descending order of precedence. */
  readonly sources: readonly ProjectSource[];
}
