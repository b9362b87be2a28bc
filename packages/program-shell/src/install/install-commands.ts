import { type Command, Option } from 'commander';
import type { InstalledServer, InstallFlags } from './installed-server.ts';

/** The clients that `install` knows; the first scope of each is the default. */
const installClients = ['roo', 'zoo', 'claude-code', 'claude-desktop', 'vscode', 'cursor'] as const;

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
        await commands[name](command.optsWithGlobals<Flags>(), server, program);
      });
  }
}
