import { spawn } from 'node:child_process';
import { printError } from '@modegate/cli-kit';

/** Opens an address in the browser, if the user is at this terminal. */
export function openBrowser(url: string): void {
  if (process.stdout.isTTY !== true) {
    printError('No browser is opened, because this is not a terminal.');
    return;
  }
  if (!hasDesktop(process.platform, process.env)) {
    printError('No browser is opened, because there is no desktop here.');
    return;
  }
  const { command, args } = browsers[process.platform] ?? { command: 'xdg-open', args: [] };
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => printError('No browser could be opened; open the address yourself.'));
  child.unref();
}

/** True if a window would open where the user can see it. */
export function hasDesktop(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): boolean {
  if (platform === 'win32' || platform === 'darwin') return (env.SSH_CONNECTION ?? '') === '';
  return (env.DISPLAY ?? '') !== '' || (env.WAYLAND_DISPLAY ?? '') !== '';
}

interface Browser {
  readonly command: string;
  readonly args: readonly string[];
}

/** No shell is involved, because a shell could split an address into several arguments. */
const browsers: Readonly<Partial<Record<NodeJS.Platform, Browser>>> = {
  darwin: { command: 'open', args: [] },
  win32: { command: 'rundll32', args: ['url.dll,FileProtocolHandler'] },
};
