// How a server is added to a client's file; an entry of its own, because only two of the programs have it.
export { addAdoptCommand, addInstallCommands } from './install-commands.ts';
export type { AdoptFlags, AdoptingServer, InstalledServer, InstallFlags } from './installed-server.ts';
