// How a server is added to a client's file; an entry of its own, because only two of the programs have it.
export { addInstallCommands } from './install-commands.ts';
export type { InstalledServer, InstallFlags } from './installed-server.ts';
