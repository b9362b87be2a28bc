/** Symbolic links among the device files on Linux. */
export const deviceLinks: Readonly<Record<string, string>> = {
  '/dev/fd': '/proc/self/fd',
  '/dev/stdin': '/proc/self/fd/0',
  '/dev/stdout': '/proc/self/fd/1',
  '/dev/stderr': '/proc/self/fd/2',
};

/** Returns a sentence about a device or a process file, which the file tools refuse before any rule is checked. */
export function refuseDevice(path: string, isEdit: boolean): string | undefined {
  if (!devices.test(path) && !isProcessFile(path) && !(isEdit && path === '/dev/null')) return undefined;
  return `Claude Code never ${isEdit ? 'changes' : 'reads'} device files or process files, such as '${path}', even if the rules allow it.`;
}

const devices =
  /^\/dev\/(?:std(?:in|out|err)|tty|zero|full|u?random|console|fd\/[012])$|^\/proc\/(?:self|\d+)\/fd\/[012]$/;

/** True for a file that contains the environment of a process. */
export function isProcessFile(path: string): boolean {
  return /^\/proc\/(?:self|\d+)\/environ$/.test(path);
}

/**
 * True for a file that a command receives as its input or has opened itself; Claude Code does not ask about such a
 * file.
 */
export function isOpenedInput(path: string): boolean {
  return /^\/dev\/(?:stdin|fd\/\d+)$/.test(path);
}

/** True for a connection that the shell opens in place of a file. */
export function isConnection(path: string): boolean {
  return /^\/dev\/(?:tcp|udp)\//.test(path);
}
