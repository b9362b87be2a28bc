// Commands that add a server to a client's file; a separate entry point, because only two of the programs have these
// commands.
export { addAdoptCommand, addInstallCommands } from './install-commands.ts';
export type { AdoptFlags, AdoptingServer, InstalledServer, InstallFlags } from './installed-server.ts';
