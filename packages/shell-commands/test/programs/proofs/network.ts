import type { Proof } from '../../support/run-proof.ts';
import { library } from './library.ts';

const files = { a: 'one\n' };

const server = `
  const { createServer } = require("http");
  const headers = { etag: "x", "set-cookie": "a=b; max-age=99" };
  createServer((request, response) => response.writeHead(request.url === "/gone" ? 302 : 200, { ...headers, location: "ftp://x/" }).end("x"))
    .listen(8000, () => console.log());`;

/** Returns a command that runs together with a server on port 8000. */
const beside = (command: string): string => `
  ip link set lo up; mkfifo "$TMPDIR/ready"
  "$NODE" -e '${server}' > "$TMPDIR/ready" &
  read line < "$TMPDIR/ready"
  ${command}`;

/** Proofs for programs that talk to other machines, and programs for keys. */
export const networkProofs: readonly Proof[] = [
  ...curlProofs(),
  ...wgetProofs(),
  ...keyProofs(),
  { name: 'scp', options: '-D -S', run: 'scp OPTION PROBE a host:b', files, effect: 'runs' },
  { name: 'scp', options: '-o', run: 'scp OPTION ProxyCommand=PROBE a host:b', files, effect: 'runs' },
  {
    name: 'scp',
    options: '-F',
    run: 'scp OPTION ./config a host:b',
    files: { ...files, config: 'ProxyCommand PROBE\n' },
    effect: 'runs',
  },
  { name: 'scp', options: 'operands', run: 'scp a new', files, effect: { writes: 'new' } },
  { name: 'sftp', options: 'anything', run: 'sftp -S PROBE host; sleep 0.5', effect: 'runs' },
  { name: 'ss', options: '-D --diag', run: 'ss -t OPTION new', effect: { writes: 'new' } },
  {
    name: 'docker',
    options: '-H --host',
    run: 'docker OPTION ssh://x ps',
    files: { 'bin/ssh': '#!/bin/sh\nPROBE\n' },
    effect: 'runs',
  },
  {
    name: 'docker',
    options: '-c --context',
    run: 'docker context create yy --docker host=ssh://x && docker OPTION yy ps',
    files: { 'bin/ssh': '#!/bin/sh\nPROBE\n' },
    effect: 'runs',
  },
  {
    name: 'docker',
    options: '--config',
    run: 'docker OPTION=below x',
    files: { 'below/cli-plugins/docker-x': '#!/bin/sh\nPROBE\n' },
    effect: 'runs',
  },
  ...kubectlProofs(),
  ...rsyncProofs(),
  ...netcatProofs(),
];

function curlProofs(): readonly Proof[] {
  const address = 'http://localhost:8000';
  const write = (options: string, run: string, file = 'new'): Proof => ({
    name: 'curl',
    options,
    run: beside(run),
    files: { ...files, 'out/old': '' },
    effect: { writes: file },
  });
  return [
    write('-o --output', `curl -s ${address} OPTION new`),
    write('-o --output', 'curl -s -A -- OPTION new "file://$PWD/a"'),
    write('-O --remote-name --remote-name-all', `curl -s OPTION ${address}/new`),
    write('--output-dir', `curl -s -O OPTION out ${address}/new`, 'out/new'),
    write(
      '-D --dump-header -c --cookie-jar --etag-save --libcurl --trace --trace-ascii',
      `curl -s OPTION new ${address}`,
    ),
    write('--alt-svc --hsts', `curl -s OPTION new ${address}`),
    write('--stderr', 'curl OPTION new http://localhost:1'),
    {
      name: 'curl',
      options: '-K --config',
      run: 'curl -s OPTION config "file://$PWD/a"',
      files: { ...files, config: 'output = new\n' },
      effect: { writes: 'new' },
    },
    {
      name: 'curl',
      options: '--engine',
      run: 'curl OPTION "$PWD/x.so" https://localhost:1',
      setUp: library,
      effect: 'runs',
    },
  ];
}

function wgetProofs(): readonly Proof[] {
  const address = 'http://localhost:8000';
  const write = (options: string, run: string, file = 'new'): Proof => ({
    name: 'wget',
    options,
    run: beside(run),
    files: { 'out/old': '', config: 'output_document = new\n' },
    effect: { writes: file },
  });
  return [
    write('writesFolder', `wget -q ${address}/new`),
    write('-O --output-document -a -o --append-output --output-file', `wget OPTION new ${address}/other`),
    write('-P --directory-prefix', `wget -q OPTION out ${address}/new`, 'out/new'),
    write('--save-cookies', `wget -q OPTION new ${address}/other`),
    write('--rejected-log', `wget -q -r -l 1 -R other OPTION new ${address}/other`),
    write('--warc-file', `wget -q OPTION new ${address}/other`, 'new.warc.gz'),
    write('--config', `wget -q OPTION=config ${address}/other`),
    write('-e --execute', `wget -q OPTION output_document=new ${address}/other`),
    { ...write('--use-askpass', `wget -q OPTION=PROBE ${address}/other`), effect: 'runs' },
  ];
}

function keyProofs(): readonly Proof[] {
  const openssl = (options: string, run: string, more: Partial<Proof> = {}): Proof => ({
    name: 'openssl asn1parse',
    options,
    run,
    effect: { writes: 'new' },
    ...more,
  });
  const loads = { setUp: library, effect: 'runs' } as const;
  const config = 'openssl_conf = a\n[a]\nengines = b\n[b]\nc = d\n[d]\ndynamic_path = ./x.so\ninit = 0\n';
  return [
    openssl('-out --out', 'openssl rand OPTION new 8'),
    openssl('-writerand --writerand', 'openssl rand OPTION new 8'),
    openssl('-keyout --keyout', 'openssl req -new -nodes -newkey rsa:1024 -subj /CN=x OPTION new -out other'),
    openssl(
      '-keylogfile --keylogfile',
      `ip link set lo up
      openssl req -x509 -new -nodes -newkey rsa:2048 -subj /CN=x -keyout key -out certificate
      openssl s_server -accept 9 -key key -cert certificate & sleep 0.5; (sleep 1; echo Q) | openssl s_client -connect localhost:9 OPTION new`,
    ),
    openssl(
      '-CAcreateserial --CAcreateserial',
      `openssl req -x509 -new -nodes -newkey rsa:1024 -subj /CN=x -keyout key -out new.pem
      openssl req -new -key key -subj /CN=y -out request; rm -f new
      openssl x509 -req -in request -CA new.pem -CAkey key OPTION -out other; mv new.srl new`,
    ),
    openssl(
      '-CAserial --CAserial',
      `openssl req -x509 -new -nodes -newkey rsa:1024 -subj /CN=x -keyout key -out ca.pem
      openssl req -new -key key -subj /CN=y -out request; echo 01 > new
      openssl x509 -req -in request -CA ca.pem -CAkey key OPTION new -out other`,
    ),
    openssl('-engine --engine', 'openssl rand OPTION ./x.so 8', loads),
    openssl('-provider --provider', 'openssl rand -provider-path . OPTION x 8', loads),
    openssl('-provider-path --provider-path', 'openssl rand OPTION . -provider x 8', loads),
    openssl('-config --config', 'openssl req -new -nodes -newkey rsa:1024 -subj /CN=x OPTION config', {
      ...loads,
      files: { config },
    }),
    {
      name: 'gpg',
      options: 'operands writesFolder',
      run: 'gpg --enarmor a',
      files,
      effect: { writes: 'a.asc' },
    },
    {
      name: 'gpg',
      options: '-o --output',
      run: 'gpg --enarmor OPTION new a',
      files,
      effect: { writes: 'new' },
    },
    {
      name: 'gpg',
      options: '--log-file --logger-file --status-file --attribute-file',
      run: 'gpg --batch OPTION new --enarmor a',
      files,
      effect: { writes: 'new' },
    },
    { name: 'gpg', options: '--agent-program', run: 'gpg --batch OPTION PROBE --quick-gen-key x', effect: 'runs' },
    {
      name: 'gpg',
      options: '--dirmngr-program',
      run: 'gpg --batch OPTION PROBE --keyserver hkp://x --recv-keys 0123456789ABCDEF',
      effect: 'runs',
    },
    {
      name: 'gpg',
      options: '--homedir',
      run: 'gpg --batch OPTION below --quick-gen-key x',
      files: { 'below/gpg.conf': 'agent-program PROBE\n' },
      effect: 'runs',
    },
    {
      name: 'gpg',
      options: '--options',
      run: 'gpg --batch OPTION config --quick-gen-key x',
      files: { config: 'agent-program PROBE\n' },
      effect: 'runs',
    },
    {
      name: 'ssh-keygen',
      options: 'anything',
      run: 'ssh-keygen -q -t ed25519 -N "" -f new',
      effect: { writes: 'new' },
    },
  ];
}

function kubectlProofs(): readonly Proof[] {
  const exec = { command: 'PROBE', apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Never' };
  const config = JSON.stringify({
    'current-context': 'x',
    contexts: [{ name: 'x', context: { cluster: 'x', user: 'x' } }],
    clusters: [{ name: 'x', cluster: { server: 'https://localhost:1' } }],
    users: [{ name: 'x', user: { exec } }],
  });
  const words = { kubectl: 'version', 'kubectl version': 'version', 'kubectl get': 'get pods' };
  return Object.entries(words).flatMap(([name, rest]) => [
    { name, options: '--kubeconfig', run: `kubectl OPTION=config ${rest}`, files: { config }, effect: 'runs' as const },
    { name, options: '--profile-output', run: `kubectl ${rest} --profile=cpu OPTION=new`, effect: { writes: 'new' } },
  ]);
}

function rsyncProofs(): readonly Proof[] {
  const remote = {
    ...files,
    'out/a': 'older\n',
    'out/b': '',
    rsh: '#!/bin/sh\nshift; exec "$@"\n',
    config: 'log file = new\nuse chroot = no\n',
  };
  const proof = (options: string, run: string, effect: Proof['effect']): Proof => ({
    name: 'rsync',
    options,
    run,
    files: remote,
    effect,
  });
  return [
    proof('operands', 'rsync a new', { writes: 'new' }),
    proof('-e --rsh', 'rsync OPTION PROBE a host:b', 'runs'),
    proof('--rsync-path', 'rsync -e ./rsh OPTION=PROBE a host:b', 'runs'),
    proof('-M --remote-option', 'rsync -e ./rsh OPTION --log-file=new a "host:$PWD/b"', { writes: 'new' }),
    proof('--daemon', 'rsync OPTION --no-detach --port=9 --config=config & sleep 1', { writes: 'new' }),
    proof('--config', 'rsync --daemon --no-detach --port=9 OPTION=config & sleep 1', { writes: 'new' }),
    proof('--log-file --write-batch --only-write-batch', 'rsync OPTION=new a out/', { writes: 'new' }),
    proof('--backup-dir', 'rsync -b OPTION="$PWD/new" a out/', { writes: 'new/a' }),
    proof('--remove-source-files', 'rsync OPTION a out/', { writes: 'a' }),
  ];
}

function netcatProofs(): readonly Proof[] {
  const proof = (name: string, options: string, run: string, effect: Proof['effect']): Proof => ({
    name,
    options,
    run: `ip link set lo up; ${run}`,
    effect,
  });
  return [
    proof('nc', '-e', 'nc -l -p 9 OPTION PROBE & sleep 0.5; nc -w 1 localhost 9', 'runs'),
    proof('nc', '-c', "nc -l -p 9 OPTION 'exec PROBE' & sleep 0.5; nc -w 1 localhost 9", 'runs'),
    proof('nc', '-o', '(sleep 1; echo x) | nc -l -p 9 & sleep 0.5; nc -w 2 OPTION new localhost 9', { writes: 'new' }),
    proof('ncat', '-e -c --exec --sh-exec', 'ncat -l 9 OPTION PROBE & sleep 0.5; ncat localhost 9', 'runs'),
    proof('ncat', '-o --output --hex-dump', '(echo x; sleep 2) | ncat -l 9 & sleep 0.5; ncat OPTION new localhost 9', {
      writes: 'new',
    }),
  ];
}
