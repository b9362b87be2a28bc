import type { InstalledServer, InstallFlags } from '@modegate/cli-kit/install';
import { type AddressFlags, chooseAddress, withAgent } from '../address-settings.ts';
import { resolveSettings, type SettingsFlags } from '../settings.ts';
import { version } from '../version.ts';

/** Settings of the `install` command for this server. */
export const installedServer: InstalledServer<InstallFlags & SettingsFlags> = {
  packageName: '@modegate/ipc-server',
  version,
  entryName: 'roo-ipc',
  withOptions: withAgent,
  ownArguments: socketArguments,
  ownOptions: ['--socket'],
  pathOptions: ['--log-file'],
  // The entry must work without this shell's variables, so it is checked as if the server ran without them.
  check: (flags) => void resolveSettings(flags, {}),
};

/** The absolute path of the socket, because the client may start the server in another folder. */
function socketArguments(flags: AddressFlags): readonly string[] {
  if (flags.socket === undefined) return [];
  const { address } = chooseAddress(flags, {});
  return ['--socket', address.kind === 'socket' ? address.path : flags.socket];
}
