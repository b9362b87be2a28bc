import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { endianness } from 'node:os';
import { attempt } from '@modegate/json';

/**
 * True if the process at the other end of a connection over 127.0.0.1 runs as this user or as root, according to
 * Linux's connection table: other users can read a browser's command line, including a code that it contains. Other
 * systems have no readable table, so every process is assumed to belong to this user.
 */
export function isOwnConnection(socket: Pick<Socket, 'remotePort' | 'localPort'>): boolean {
  const user = process.geteuid?.();
  if (process.platform !== 'linux' || user === undefined) return true;
  const owner = ownerOf(socket);
  return owner === user || owner === 0;
}

const isLittle = endianness() === 'LE';
const loopback = isLittle ? '0100007F' : '7F000001';
const mapped = isLittle ? '0000000000000000FFFF00000100007F' : '00000000000000000000FFFF7F000001';

/**
 * Returns the id of the user who owns the other end; undefined if the table does not contain it. See proc_pid_net(5),
 * `/proc/net/tcp`.
 */
function ownerOf({ remotePort = 0, localPort = 0 }: Pick<Socket, 'remotePort' | 'localPort'>): number | undefined {
  const tables = [
    { file: '/proc/net/tcp', host: loopback },
    { file: '/proc/net/tcp6', host: mapped },
  ];
  for (const { file, host } of tables) {
    // Seen from the other end, the ports are swapped.
    const ends = `${host}:${toHex(remotePort)} ${host}:${toHex(localPort)}`;
    const lines = attempt(() => readFileSync(file, 'latin1').split('\n'));
    const line = lines?.find((one) => one.includes(` ${ends} `));
    const owner = line?.trim().split(/\s+/)[7];
    if (owner !== undefined) return Number(owner);
  }
  return undefined;
}

const toHex = (port: number): string => port.toString(16).toUpperCase().padStart(4, '0');
