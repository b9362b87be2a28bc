import type { AdoptPlan } from '@modegate/server-config';
import type { Command } from 'commander';

/** Flags of `install` and `uninstall`. */
export interface InstallFlags {
  readonly client: string;
  readonly scope?: 'project' | 'global';
  readonly name: string;
  readonly dryRun?: boolean;
  readonly projectRoot?: string;
  /** Start this file with Node instead of the published package. */
  readonly local?: boolean;
  /** URL of a running server; the client connects to it instead of starting one. */
  readonly url?: string;
  /** Environment variable with the bearer token. */
  readonly tokenVariable?: string;
}

/** Flags of `adopt`. */
export interface AdoptFlags extends InstallFlags {
  readonly undo?: boolean;
  /** Remote servers that need no sign-in. */
  readonly include?: readonly string[];
}

/** A server that can take over a client's other servers. */
export interface AdoptingServer<Flags extends AdoptFlags> {
  /**
   * Refuses options with which the gateway would not start or not offer servers. @throws {AppError} exit code 2, naming
   * the option.
   */
  readonly checkGateway: (flags: Flags) => void | Promise<void>;
  /** Folder of the user's own configuration, for every project. */
  readonly stateDir: (flags: Flags) => string;
  /** Arguments that make it read the servers of a file. */
  readonly serversArguments: (flags: Flags, serversFile: string) => readonly string[];
  /** Scripts of this program. */
  readonly ownScripts: readonly string[];
  /**
   * Shows the commands of servers that were in the gateway's file before, and asks a person about those that need
   * consent.
   *
   * @param isAsking - False if nothing was written.
   */
  readonly review: (flags: Flags, found: { readonly plan: AdoptPlan; readonly isAsking: boolean }) => Promise<void>;
}

/** A server that can be added to a client's file. */
export interface InstalledServer<Flags extends InstallFlags> {
  /** Name of the published package, with its version. */
  readonly packageName: string;
  readonly version: string;
  /** The name of the entry. Default of `--name`. */
  readonly entryName: string;
  /** Arguments that are always written, before the options. */
  readonly ownArguments: (flags: Flags) => readonly string[];
  /** Long names of options covered by `ownArguments`; all other given options are written unchanged. */
  readonly ownOptions: readonly string[];
  /** Long names of options whose values are paths; they are written as absolute paths. */
  readonly pathOptions: readonly string[];
  /** Refuses options with which the server would not start. @throws {AppError} exit code 2, naming the option. */
  readonly check: (flags: Flags) => void | Promise<void>;
  /** Sentences to print after the entry is written. Default: none. */
  readonly remarks?: (flags: Flags) => Promise<readonly string[]>;
  /** Default of `--project-root`. Default: the current folder. */
  readonly projectRoot?: string | undefined;
  /** Adds the server's own options to both commands. */
  readonly withOptions?: (command: Command) => Command;
}
