import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A small file system that can be filled on demand. */
export interface Disk {
  readonly folder: string;
  /** False where this user may not mount one; then it never fills up. */
  readonly canFill: boolean;
  fill(): void;
  relieve(): void;
  unmount(): void;
}

/** Large enough for the audit log of some hours. */
const diskBytes = 2 * 1024 ** 3;

/** Mounts a file system in memory; where only root may, uses the plain folder instead. */
export function mountDisk(folder: string): Disk {
  mkdirSync(folder);
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', folder]);
  const canFill = mount.status === 0;
  const ballast = join(folder, 'ballast');
  const relieve = () => rmSync(ballast, { force: true });
  return {
    folder,
    canFill,
    fill: () => {
      if (canFill) fillUp(ballast, folder);
    },
    relieve,
    unmount: () => {
      if (canFill) spawnSync('umount', ['-l', folder]);
    },
  };
}

function fillUp(ballast: string, folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  spawnSync('fallocate', ['-l', String(bavail * bsize), ballast]);
  const rest = statfsSync(folder);
  if (rest.bavail > 0) writeFileSync(`${ballast}`, Buffer.alloc(rest.bavail * rest.bsize), { flag: 'a' });
}
