import type { PathKind } from '@modegate/mode-core';

/** A place that a path of a call leads to. */
export interface ResolvedPath {
  /** Relative to the project where it is in it, absolute elsewhere: what the policy judges. */
  readonly path: string;
  readonly absolute: string;
  /** What is there. Default: not known, so that a tool which takes files and folders needs both to be allowed. */
  readonly kind?: PathKind | undefined;
}

/** Looks paths up on the disk. */
export interface PathLookup {
  /** Gives every place that a path may lead to: as it is written, and where links lead. All of them must be allowed. */
  readonly locate: (path: string) => readonly ResolvedPath[];
  /** Lists the absolute paths of the links below a folder; an error that it throws refuses the call. Default: there are none. */
  readonly linksBelow?: ((folder: string) => readonly string[]) | undefined;
}
