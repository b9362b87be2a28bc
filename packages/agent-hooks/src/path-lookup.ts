import type { PathKind } from '@modegate/mode-core';

/** An absolute path that a path of a call may lead to. */
export interface ResolvedPath {
  /** The path that the policy judges: relative inside the project, absolute elsewhere. */
  readonly path: string;
  readonly absolute: string;
  /** File, folder or missing. Default: unknown, so a tool that accepts files and folders needs permission for both. */
  readonly kind?: PathKind | undefined;
}

/** Looks up paths on the disk. */
export interface PathLookup {
  /** Returns every path that a path may lead to, as written and after links. All of them must be allowed. */
  readonly locate: (path: string) => readonly ResolvedPath[];
  /** Lists the absolute paths of the links below a folder; an error refuses the call. Default: there are none. */
  readonly linksBelow?: ((folder: string) => readonly string[]) | undefined;
}
