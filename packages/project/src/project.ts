import type { ParsedModes, Policy } from '@modegate/mode-core';
import type { ConfigFileKind, ConfigProblem, ServerEntry } from '@modegate/server-config';
import type { Layer } from './places.ts';

/** A finding about a file of modes or servers, in one shape. */
export interface ProjectProblem {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  /** A sentence that says what is wrong, what was expected and the nearest fix. */
  readonly message: string;
  readonly file?: string;
  /** JSON pointer (RFC 6901) into the file; `""` is the whole file. */
  readonly pointer: string;
  /** Both start at 1. */
  readonly line?: number;
  readonly column?: number;
}

interface SourceBase {
  readonly layer: Layer;
  /** As its place has it: relative to the project or to the global folder, or as a person named it. */
  readonly path: string;
  /** What messages and rules call it. */
  readonly file: string;
  /** As it was read; absent when it is missing or could not be read. */
  readonly text?: string;
}

/** A place of modes that was looked at. */
export interface ModesSource extends SourceBase {
  readonly what: 'modes';
  /** `ignored`: it exists, and a better place of the same layer does too. `unreadable`: nothing in it is known, so its layer refuses. */
  readonly state: 'read' | 'missing' | 'unreadable' | 'ignored';
  /** Absent when the file is missing. */
  readonly parsed?: ParsedModes;
}

/** A place of MCP servers that was looked at. */
export interface ServersSource extends SourceBase {
  readonly what: 'servers';
  readonly kind: ConfigFileKind;
  /** `unreadable`: it is there, or was asked for by name, and is not understood; servers of the places after it are refused. */
  readonly state: 'read' | 'missing' | 'unreadable';
  /** Its servers, in file order; those that a stronger place hides are among them. */
  readonly servers: readonly ServerEntry[];
  readonly problems: readonly ConfigProblem[];
}

/** A place that was looked at, and what was there. */
export type ProjectSource = ModesSource | ServersSource;

/**
 * Everything that judges calls in one project, read at one moment; read it again after a change. Entries of server files are read, and
 * `problems` are looked for, when they are first asked for.
 */
export interface Project {
  /** Absolute folder; undefined when the project is not in one. */
  readonly root: string | undefined;
  /** The modes of the layers that have a file. */
  readonly modes: { readonly project?: ParsedModes; readonly global?: ParsedModes };
  /** One entry for each server name, the strongest; disabled and invalid ones included. */
  readonly servers: readonly ServerEntry[];
  /** What decides. What could not be read is refused by it. */
  readonly policy: Policy;
  /** Every finding of the files that count, each once. */
  readonly problems: readonly ProjectProblem[];
  /** Every place that was looked at: modes first, then servers, best first. */
  readonly sources: readonly ProjectSource[];
}
