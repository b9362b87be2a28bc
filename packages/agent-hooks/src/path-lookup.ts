import type { PathKind } from '@modegate/mode-core';

/** An absolute path to which a path in a call may lead. */
export interface ResolvedPath {
  /** The path evaluated by the policy: relative to the project if inside it, otherwise absolute. */
  readonly path: string;
  readonly absolute: string;
  /**
   * The kind of the target. Default: unknown, in which case a tool that accepts both files and folders needs permission
   * for both.
   */
  readonly kind?: PathKind | undefined;
}

/** Looks up paths on disk. */
export interface PathLookup {
  /**
   * Returns every location to which a path may lead: as written, and with symbolic links resolved. All of them must be
   * allowed.
   */
  readonly locate: (path: string) => readonly ResolvedPath[];
  /**
   * Lists the absolute paths of the symbolic links below a folder; an error causes the call to be refused. Default:
   * there are no links.
   */
  readonly linksBelow?: ((folder: string) => readonly string[]) | undefined;
}
