import type { InstalledServer, InstallFlags } from '@modegate/program-shell/install';
import { type AddressFlags, chooseAddress, withAddress } from '../address-settings.ts';
import { version } from '../version.ts';

/** What the command line says about an installation. */
interface Flags extends InstallFlags, AddressFlags {
  readonly dialect?: string;
  readonly push?: boolean;
}

/** How `install` adds this server to a client's file. */
export const installedServer: InstalledServer<Flags> = {
  packageName: '@modegate/ipc-server',
  version,
  entryName: 'roo-ipc',
  withOptions: withAddress,
  serverArguments: (flags) => {
    // What is written must work, so it is held to the same rules as when serving.
    const { address } = chooseAddress(flags, {});
    const option = (name: string, value: string | undefined) => (value === undefined ? [] : [name, value]);
    return [
      ...option('--socket', address.kind === 'socket' ? address.path : flags.socket),
      ...option('--host', flags.host),
      ...option('--port', flags.port),
      ...option('--dialect', flags.dialect),
      ...(flags.push === false ? ['--no-push'] : []),
    ];
  },
};
