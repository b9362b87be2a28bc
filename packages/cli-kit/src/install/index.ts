// Adding a server to a client's file; a separate entry, because only two of the programs do it.
export { addAdoptCommand, addInstallCommands } from './install-commands.ts';
export type { AdoptFlags, AdoptingServer, InstalledServer, InstallFlags } from './installed-server.ts';
