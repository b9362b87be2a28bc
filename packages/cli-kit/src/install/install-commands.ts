import { type Command, Option } from 'commander';
import { collectValues } from '../collect-values.ts';
import type { AdoptFlags, AdoptingServer, InstalledServer, InstallFlags } from './installed-server.ts';

/** The clients that `install` supports; the first scope of each is the default. */
const installClients =
  'roo zoo kilo bob claude-code claude-desktop vscode cursor cline codex gemini goose opencode qwen windsurf zed'.split(
    ' ',
  );

/** Adds the commands `install` and `uninstall` to a program. */
export function addInstallCommands<Flags extends InstallFlags>(program: Command, server: InstalledServer<Flags>): void {
  const about = { name: 'install', description: "add this server to a client's configuration" };
  const install = withLocal(clientCommand(program, about, server))
    .option('--url <url>', 'reach a running server, such as http://127.0.0.1:8080/mcp, instead of starting one')
    .option('--token-variable <name>', "with --url: the client's variable that holds the bearer token");
  install.action(async () => {
    // Most runs only serve, so the modules for a command are loaded when the command is called.
    const commands = await import('./install.ts');
    await commands.install(install.optsWithGlobals<Flags>(), server, program);
  });
  const undo = { name: 'uninstall', description: "remove this server from a client's configuration" };
  const uninstall = clientCommand(program, undo, server);
  uninstall.action(async () => {
    const commands = await import('./install.ts');
    await commands.uninstall(uninstall.optsWithGlobals<Flags>(), server);
  });
}

/** Adds the command `adopt` to a program. */
export function addAdoptCommand<Flags extends AdoptFlags>(
  program: Command,
  server: InstalledServer<Flags> & AdoptingServer<Flags>,
): void {
  const description = "move a client's other servers behind this one";
  const command = withLocal(clientCommand(program, { name: 'adopt', description }, server))
    .option('--undo', 'move the servers back to the client')
    .option('--include <server>', 'also move this remote server, which has no headers; may be repeated', collectValues);
  command.action(async () => {
    const { adopt } = await import('./adopt.ts');
    await adopt(command.optsWithGlobals<Flags>(), server, program);
  });
}

/** Creates a command that works on a client's file, with the options that all such commands share. */
function clientCommand<Flags extends InstallFlags>(
  program: Command,
  { name, description }: { readonly name: string; readonly description: string },
  server: InstalledServer<Flags>,
): Command {
  const hasProjectRoot = program.options.some(({ long }) => long === '--project-root');
  const command = program.command(name);
  server.withOptions?.(command);
  command
    .description(description)
    .addOption(new Option('--client <client>', 'the client').choices(installClients).makeOptionMandatory())
    .addOption(new Option('--scope <scope>', "which of the client's files to use").choices(['project', 'global']));
  if (!hasProjectRoot) command.option('--project-root <dir>', 'folder of the project (default: the current folder)');
  return command
    .option('--name <name>', 'name of the entry', server.entryName)
    .option('--dry-run', 'show the change without writing it');
}

/** Adds the option for commands that write the server's command line. */
function withLocal(command: Command): Command {
  return command.option('--local', 'start this copy of the server instead of the published package');
}
