import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { collectOutput, createFolder, type Outcome } from '../../../packages/cli-kit/src/testing/index.ts';
import { readImagePlan } from './dockerfile.ts';
import { root } from './places.ts';

/** The files of the image in an empty folder, with what its Dockerfile says of them. */
export interface UnpackedImage {
  /** The folder that stands for `/`. */
  readonly folder: string;
  readonly health: readonly string[];
  /** Starts the image's command, or another one, as the image's user with the image's variables; `more` are those of the one who runs it. */
  readonly start: (
    more: Readonly<Record<string, string>>,
    command?: readonly string[],
  ) => ChildProcessWithoutNullStreams;
  /** The same, to its end. */
  readonly run: (more: Readonly<Record<string, string>>, command?: readonly string[]) => Promise<Outcome>;
  /** The command of the image with other arguments. */
  readonly withArguments: (args: readonly string[]) => readonly string[];
}

/** Takes what the Dockerfile copies, and nothing else. Paths in variables, arguments and the configuration are those below the folder. */
export function unpackImage(): UnpackedImage {
  const plan = readImagePlan();
  const folder = createFolder();
  chmodSync(folder, 0o755);
  const [uid = 0, gid = 0] = plan.user.split(':').map(Number);
  const isRoot = process.getuid?.() === 0;
  const inside = (path: string) => (path.startsWith('/') ? join(folder, path) : path);
  for (const { path, mode, isOwned } of plan.folders) {
    mkdirSync(inside(path), { recursive: true });
    chmodSync(inside(path), mode);
    if (isOwned && isRoot) chownSync(inside(path), uid, gid);
  }
  for (const { from, to } of plan.copies) {
    const source = join(root, from);
    const isFile = statSync(source).isFile();
    cpSync(source, isFile && to.endsWith('/') ? join(inside(to), basename(from)) : inside(to), { recursive: true });
  }
  const config = inside(plan.env.MODEGATE_CONFIG ?? '');
  writeFileSync(config, readFileSync(config, 'utf8').replaceAll(/"\/([^"]+)"/g, `"${folder}/$1"`));
  const env = Object.fromEntries(Object.entries(plan.env).map(([name, value]) => [name, inside(value)]));
  const start: UnpackedImage['start'] = (more, command = plan.command) => {
    const [, ...args] = command.map(inside);
    return spawn(process.execPath, args, {
      cwd: inside(plan.workingFolder),
      env: { ...env, ...more },
      ...(isRoot && { uid, gid }),
    });
  };
  return {
    folder,
    health: plan.health,
    start,
    run: async (more, command) => {
      const child = start(more, command);
      const [stdout, stderr] = [collectOutput(child.stdout), collectOutput(child.stderr)];
      child.stdin.end();
      const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
      return { code, signal, stdout: stdout(), stderr: stderr() };
    },
    withArguments: (args) => [...plan.command.slice(0, 2), ...args],
  };
}
