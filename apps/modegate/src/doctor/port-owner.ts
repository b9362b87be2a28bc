import { readFile } from 'node:fs/promises';

/**
 * Finds the user whose process listens on a port of this machine, using Linux's socket tables. Returns undefined if no
 * process listens on the port, and on systems other than Linux.
 *
 * @param read - Reads one of the system's tables. Default: reads from `/proc/net`.
 */
export async function findPortOwner(
  port: number,
  read: (name: 'tcp' | 'tcp6') => Promise<string> = (name) => readFile(`/proc/net/${name}`, 'utf8'),
): Promise<number | undefined> {
  for (const name of ['tcp', 'tcp6'] as const) {
    const table = await read(name).catch(() => '');
    const owner = table
      .split('\n')
      .map(readLine)
      .find((line) => line?.isListening === true && line.port === port)?.owner;
    if (owner !== undefined) return owner;
  }
  return undefined;
}

/**
 * Reads a line of `/proc/net/tcp`: number, local address with port, remote address, state, two queues, a timer,
 * retransmissions, user.
 */
function readLine(line: string) {
  const [, local = '', , state, , , , owner = ''] = line.trim().split(/\s+/);
  const port = Number.parseInt(local.split(':')[1] ?? '', 16);
  return Number.isNaN(port) || !/^\d+$/.test(owner)
    ? undefined
    : { port, isListening: state === '0A', owner: Number(owner) };
}
