import type { AdoptPlan } from '@modegate/server-config/clients';
import type { Command } from 'commander';

/** Command-line flags for an installation. */
export interface InstallFlags {
  readonly client: string;
  readonly scope?: 'project' | 'global';
  readonly name: string;
  readonly dryRun?: boolean;
  readonly projectRoot?: string;
  /** True to start this file with Node instead of the published package. */
  readonly local?: boolean;
  /** The address of a running server, for a client that connects to it instead of starting it. */
  readonly url?: string;
  /** The variable that contains the bearer token for the running server. */
  readonly tokenVariable?: string;
}

/** Command-line flags for moving servers behind the gateway. */
export interface AdoptFlags extends InstallFlags {
  readonly undo?: boolean;
  /** Remote servers that require no sign-in. */
  readonly include?: readonly string[];
}

/** A server that can adopt a client's other servers. */
export interface AdoptingServer<Flags extends AdoptFlags> {
  /**
   * Rejects flags that would prevent the gateway from starting or from offering servers.
   * @throws {AppError} exit code 2; the message names the option.
   */
  readonly checkGateway: (flags: Flags) => void | Promise<void>;
  /** Returns the folder that contains the state of all projects. */
  readonly stateDir: (flags: Flags) => string;
  /** Returns the arguments that make the program read the servers from a file. */
  readonly serversArguments: (flags: Flags, serversFile: string) => readonly string[];
  /** The program's own scripts. */
  readonly ownScripts: readonly string[];
  /**
   * Shows the programs started by the servers already in the gateway's file, and asks a user about servers that must
   * not be started without a review.
   * @param isAsking - False if nothing was written.
   */
  readonly review: (flags: Flags, found: { readonly plan: AdoptPlan; readonly isAsking: boolean }) => Promise<void>;
}

/** A server that can be added to a client's file. */
export interface InstalledServer<Flags extends InstallFlags> {
  /** The published package name and the version to start. */
  readonly packageName: string;
  readonly version: string;
  /** The name of the entry, and the default value of `--name`. */
  readonly entryName: string;
  /** Returns the arguments that are always written, before the options. */
  readonly ownArguments: (flags: Flags) => readonly string[];
  /**
   * The options covered by `ownArguments`, by their long names; every other option that was passed is written
   * unchanged.
   */
  readonly ownOptions: readonly string[];
  /** The options whose values are paths, by their long names; these values are made absolute. */
  readonly pathOptions: readonly string[];
  /**
   * Rejects flags that would prevent the server from starting.
   * @throws {AppError} exit code 2; the message names the option.
   */
  readonly check: (flags: Flags) => void | Promise<void>;
  /** Returns remarks for the user, as sentences; called once the entry has been written. Default: no remarks. */
  readonly remarks?: (flags: Flags) => Promise<readonly string[]>;
  /** Folder of the project if `--project-root` is not passed. Default: the current folder. */
  readonly projectRoot?: string | undefined;
  /** Adds the server's own options to both commands. */
  readonly withOptions?: (command: Command) => Command;
}
