import type { PathKind } from '@modegate/mode-core';

/** An absolute path to which a path in a call may lead. */
export interface ResolvedPath {
  /** The path that the policy judges: relative to the project if inside it, otherwise absolute. */
  readonly path: string;
  readonly absolute: string;
  /**
   * The kind of the target. Default: unknown, in which case a tool that takes files and folders needs permission for
   * both.
   */
  readonly kind?: PathKind | undefined;
}

/** Looks up paths on disk. */
export interface PathLookup {
  /** Returns every location to which a path may lead: as written, and through links. All of them must be allowed. */
  readonly locate: (path: string) => readonly ResolvedPath[];
  /** Lists the absolute paths of the links below a folder; an error refuses the call. Default: there are none. */
  readonly linksBelow?: ((folder: string) => readonly string[]) | undefined;
}
