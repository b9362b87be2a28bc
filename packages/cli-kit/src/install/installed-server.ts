import type { AdoptPlan } from '@modegate/server-config';
import type { Command } from 'commander';

/** What the command line says about an installation. */
export interface InstallFlags {
  readonly client: string;
  readonly scope?: 'project' | 'global';
  readonly name: string;
  readonly dryRun?: boolean;
  readonly projectRoot?: string;
  /** Start this very file with Node instead of the published package. */
  readonly local?: boolean;
  /** Where the server runs already, for a client that is to reach it there instead of starting it. */
  readonly url?: string;
  /** The variable with the bearer token for it. */
  readonly tokenVariable?: string;
}

/** What the command line says about servers that are to go behind the gateway. */
export interface AdoptFlags extends InstallFlags {
  readonly undo?: boolean;
  /** Remote servers that need no sign-in. */
  readonly include?: readonly string[];
}

/** A server that can take a client's other servers over. */
export interface AdoptingServer<Flags extends AdoptFlags> {
  /** Refuses what the gateway would not start with, or not offer servers with. @throws {AppError} exit code 2, naming the option. */
  readonly checkGateway: (flags: Flags) => void | Promise<void>;
  /** Folder of what is kept for every project. */
  readonly stateDir: (flags: Flags) => string;
  /** The arguments by which it reads the servers of a file. */
  readonly serversArguments: (flags: Flags, serversFile: string) => readonly string[];
  /** The scripts of this very program. */
  readonly ownScripts: readonly string[];
  /**
   * Shows what the servers start that were in the gateway's file before, and asks a person about those that may not be started unseen.
   *
   * @param isAsking - False where nothing was written.
   */
  readonly review: (flags: Flags, found: { readonly plan: AdoptPlan; readonly isAsking: boolean }) => Promise<void>;
}

/** A server that can be added to a client's file. */
export interface InstalledServer<Flags extends InstallFlags> {
  /** As it is published, with the version that is to be started. */
  readonly packageName: string;
  readonly version: string;
  /** The name of the entry. Default of `--name`. */
  readonly entryName: string;
  /** Arguments that are written whatever was given, before the options. */
  readonly ownArguments: (flags: Flags) => readonly string[];
  /** The options that `ownArguments` speaks for, by their long names; every other one that was given is written as it is. */
  readonly ownOptions: readonly string[];
  /** The options whose values are paths, by their long names: they are written absolute. */
  readonly pathOptions: readonly string[];
  /** Refuses what the server would not start with. @throws {AppError} exit code 2, naming the option. */
  readonly check: (flags: Flags) => void | Promise<void>;
  /** What a person should know once the entry is written, in sentences. Default: nothing. */
  readonly remarks?: (flags: Flags) => Promise<readonly string[]>;
  /** Folder of the project where `--project-root` is not given. Default: the current folder. */
  readonly projectRoot?: string | undefined;
  /** Adds the server's own options to both commands. */
  readonly withOptions?: (command: Command) => Command;
}
