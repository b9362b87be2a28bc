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
}

/** A server that can be added to a client's file. */
export interface InstalledServer<Flags extends InstallFlags> {
  /** As it is published, with the version that is to be started. */
  readonly packageName: string;
  readonly version: string;
  /** The name of the entry. Default of `--name`. */
  readonly entryName: string;
  /** The arguments that the client starts it with. */
  readonly serverArguments: (flags: Flags) => readonly string[];
  /** Folder of the project where `--project-root` is not given. Default: the current folder. */
  readonly projectRoot?: string | undefined;
  /** Adds the server's own options to both commands. */
  readonly withOptions?: (command: Command) => Command;
}
