import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createFolder, writeInto } from '../../../packages/cli-kit/src/testing/index.ts';
import { deployed, findProgram } from './places.ts';

const nginx = findProgram('nginx');
const openssl = findProgram('openssl');

/** Whether this machine has what the tests of nginx.conf need. */
export const hasNginx = nginx !== undefined && openssl !== undefined;

/** The file with paths of this machine and a certificate of its own, and with what `changes` makes of it; returns its path. */
export function localNginxConf(changes: (text: string) => string = (text) => text): string {
  const folder = createFolder();
  const names = ['-keyout', 'tls_key', '-out', 'tls_certificate', '-subj', '/CN=modes.example'];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...names];
  execFileSync(openssl ?? '', request, { cwd: folder, stdio: 'ignore' });
  const local = deployed('compose/nginx.conf').replaceAll(/\/(run\/secrets|tmp)\//g, `${folder}/`);
  return writeInto(folder, 'nginx.conf', changes(local));
}

/** What `nginx -t` says of a file; empty when nothing is wrong. */
export function nginxComplaints(file: string): string {
  return execFileSync(nginx ?? '', ['-t', '-q', '-c', file, '-e', 'stderr'], { encoding: 'utf8', stdio: 'pipe' });
}

/** Starts nginx in the foreground. */
export function startNginx(file: string): ChildProcess {
  return spawn(nginx ?? '', ['-c', file, '-e', 'stderr', '-g', 'daemon off;'], { stdio: 'ignore' });
}
