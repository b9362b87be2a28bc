import {
  type InstalledCommand,
  type InstallPlan,
  type InstallTarget,
  planInstall,
} from '@modegate/server-config/clients';

/** The file of the client that the tests install into. */
export const file = '/p/.roo/mcp.json';

/** What the tests install. */
export const entry = { command: 'npx', args: ['-y', '@modegate/modes-server'] };

/** Texts by their paths. */
export type Disk = Readonly<Record<string, string | undefined>>;

/** A target on a disk that is only an object. */
export function targetOn(disk: Disk, more: Partial<InstallTarget> = {}): InstallTarget {
  const readFile = (path: string) => (Object.hasOwn(disk, path) ? disk[path] : undefined);
  return {
    client: 'roo',
    name: 'modes',
    projectRoot: '/p',
    homeDir: '/h',
    platform: 'linux',
    env: {},
    readFile,
    ...more,
  };
}

/** Plans to install into a file of this text. */
export function planFor(
  text: string | undefined,
  more: Partial<InstallTarget> = {},
  installed: InstalledCommand = entry,
): Promise<InstallPlan> {
  return planInstall({ ...targetOn({ [file]: text }, more), entry: installed });
}
