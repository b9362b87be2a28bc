import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folders of one situation. */
export interface CodexLab {
  readonly root: string;
  readonly project: string;
  readonly home: string;
}

/** Programs that commands can find; anything else is not found, and so does no harm when it runs. */
const programs = 'touch cat ls true mkdir cp env sleep bash sh head'.split(' ');

const projectFiles = { 'README.md': 'old\n', 'src/a.ts': 'old\n', 'docs/a.md': 'old\n' };

/** Creates a lab with the files of a situation. */
export function createLab(folder: string, files: Readonly<Record<string, string>>): CodexLab {
  const root = mkdtempSync(join(folder, 'lab-'));
  const lab = { root, project: join(root, 'project'), home: join(root, 'home') };
  const own = {
    ...projectFiles,
    '~/.bash_profile': "PATH='<home>/bin'\n",
    '~/.codex/note': '',
    '~/bin/note': '',
    '~/../tmp/note': '',
  };
  for (const [name, text] of Object.entries({ ...own, ...files })) {
    const path = pathIn(lab, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, fillIn(lab, text));
  }
  for (const name of programs) symlinkSync(findProgram(name), join(lab.home, 'bin', name));
  spawnSync('git', ['init', '-q', lab.project]);
  return lab;
}

/** Inserts the folders of a lab into a text. */
export function fillIn({ project, home }: Omit<CodexLab, 'root'>, text: string): string {
  return text.replaceAll('<project>', project).replaceAll('<home>', home);
}

/**
 * Wraps a command so that it has its own processes and `/tmp`, with the lab's files in `/etc` next to those of the
 * machine. Programs of several labs running together would interfere with each other in a shared `/tmp`.
 */
export function inOwnRoot({ root }: CodexLab, command: readonly string[]): readonly string[] {
  const etc = `all=$(mktemp -d) && { cp -a /etc/. "$all" 2>/dev/null; cp -a '${root}/etc/.' "$all"; } && mount --bind "$all" /etc`;
  const script = ['mount -t tmpfs none /tmp', ...(existsSync(join(root, 'etc')) ? [etc] : []), 'exec "$@"'].join(
    ' && ',
  );
  const namespaces = ['--user', '--map-root-user', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  return ['unshare', ...namespaces, 'sh', '-c', script, 'sh', ...command];
}

function pathIn({ root, project, home }: CodexLab, name: string): string {
  if (name.startsWith('~/')) return join(home, name.slice(2));
  return name.startsWith('/etc/') ? join(root, name) : join(project, name);
}

function findProgram(name: string): string {
  return ['/usr/bin', '/bin'].map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? `/bin/${name}`;
}
