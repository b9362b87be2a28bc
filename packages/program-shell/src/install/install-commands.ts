import { type Command, Option } from 'commander';

/** The clients that `install` knows; the first scope of each is the default. */
const installClients = ['roo', 'zoo', 'claude-code', 'claude-desktop', 'vscode', 'cursor'] as const;

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

/** Adds the commands `install` and `uninstall` to a program. */
export function addInstallCommands<Flags extends InstallFlags>(program: Command, server: InstalledServer<Flags>): void {
  const hasProjectRoot = program.options.some(({ long }) => long === '--project-root');
  const descriptions = {
    install: "add this server to a client's configuration; shows the change and keeps a backup",
    uninstall: "take this server out of a client's configuration",
  };
  for (const name of ['install', 'uninstall'] as const) {
    const command = program.command(name);
    server.withOptions?.(command);
    command
      .description(descriptions[name])
      .addOption(new Option('--client <client>', 'the client').choices(installClients).makeOptionMandatory())
      .addOption(new Option('--scope <scope>', "which of the client's files").choices(['project', 'global']));
    if (!hasProjectRoot) command.option('--project-root <dir>', 'folder of the project (default: the current folder)');
    command
      .option('--name <name>', 'name of the entry', server.entryName)
      .option('--dry-run', 'show the change and write nothing')
      .option('--local', 'start this copy of the server instead of the published package')
      .exitOverride()
      .action(async () => {
        // Serving is what most starts are for; what a command needs is loaded when it is called.
        const commands = await import('./install.ts');
        await commands[name](command.optsWithGlobals<Flags>(), server);
      });
  }
}
