import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Effects of a script. */
export interface ScriptRun {
  readonly programs: readonly StartedProcess[];
  /** Absolute paths of files that it created or changed, and of folders that it created, the latter with a slash. */
  readonly changed: readonly string[];
  readonly isTimeout: boolean;
}

/** A program that a script started, or tried to start. */
export interface StartedProcess {
  readonly folder: string;
  readonly name: string;
  readonly arguments: readonly string[];
}

const setup = fileURLToPath(new URL('sandbox.sh', import.meta.url));
const driver = fileURLToPath(new URL('driver.ts', import.meta.url));
const namespaces = ['-Urnpm', '--fork', '--kill-child'];

/** Reason why scripts cannot be run here; undefined if they can. */
export function findMissing(): string | undefined {
  try {
    execFileSync('unshare', [...namespaces, 'bash', '-c', 'command -v dash chroot mount'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'needs Linux with user namespaces, bash and dash';
  }
}

/** Runs each script separately, in an empty folder of a system without network, and reports its effects. */
export async function runScripts(shell: 'bash' | 'sh', scripts: readonly string[]): Promise<readonly ScriptRun[]> {
  const root = mkdtempSync(join(tmpdir(), 'modegate-shell-'));
  const child = spawn('unshare', [...namespaces, 'bash', setup, root, process.execPath, driver], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  child.stdin.end(JSON.stringify({ shell, scripts }));
  const runs: ScriptRun[] = [];
  for await (const line of createInterface({ input: child.stdout })) runs.push(readRun(line));
  rmdirSync(root);
  if (runs.length !== scripts.length)
    throw new Error(`The sandbox ran ${runs.length} of ${scripts.length} scripts; the next one ended it.`);
  return runs;
}

function readRun(line: string): ScriptRun {
  const { log, changed, isTimeout } = JSON.parse(line) as {
    readonly log: string;
    readonly changed: readonly string[];
    readonly isTimeout: boolean;
  };
  const programs: StartedProcess[] = [];
  const fields = log.split('\0');
  for (let at = 0; at + 2 < fields.length; ) {
    const [folder = '', name = '', count = '0'] = fields.slice(at, at + 3);
    at += 3 + Number(count);
    programs.push({ folder, name, arguments: fields.slice(at - Number(count), at) });
  }
  return { programs, changed, isTimeout };
}
