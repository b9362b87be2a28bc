import { listFacts } from '../support/list-facts.ts';

/** Rows of the facts about programs that no run demonstrates, as `program option`, and the reason. */
export const unproven: readonly { readonly why: string; readonly rows: readonly string[] }[] = [
  {
    why: 'the file is deleted again before the program ends',
    rows: [
      ...optionsOf('zip', '-b --temp-path'),
      ...optionsOf('rsync', '-T --partial-dir --temp-dir'),
      ...optionsOf('7z a', '-w'),
      ...optionsOf('7z e', '-w'),
      ...optionsOf('wget', '--warc-tempdir'),
    ],
  },
  {
    why: 'it needs a second user, the clock of the machine, or a home that is not empty',
    rows: [
      ...optionsOf('tar', '--rmt-command --rsh-command'),
      ...optionsOf('cpio', '--rmt-command'),
      ...optionsOf('chown', 'operands'),
      ...optionsOf('chgrp', 'operands'),
      ...optionsOf('date', '-s --set'),
      ...optionsOf('bat', '--generate-config-file'),
      ...optionsOf('gpg', '--exec-path --photo-viewer'),
    ],
  },
  {
    why: 'it needs a server that this test does not start',
    rows: [
      ...optionsOf('wget', '--hsts-file'),
      ...optionsOf('openssl asn1parse', '--sess_out -sess_out'),
      ...['kubectl', 'kubectl get', 'kubectl version'].flatMap((name) =>
        optionsOf(name, '--cache-dir --output-directory'),
      ),
      ...optionsOf('gh pr checkout', 'writesFolder'),
      ...optionsOf('gh release download', '-D -O --dir --output writesFolder'),
      ...optionsOf('gh run download', '-D --dir writesFolder'),
    ],
  },
  {
    why: 'only another version, system or program of this name has it',
    rows: [
      ...optionsOf('7z a', '-sfx -spf'),
      ...optionsOf('7z e', '-i -spf @'),
      ...optionsOf('ack', '--output'),
      ...optionsOf('base64', '-o --output'),
      ...optionsOf(
        'curl',
        listFacts()
          .filter(({ name }) => name === 'curl')
          .flatMap(({ facts }) => [facts.runs, facts.writes, facts.writesBelow, facts.writesHere])
          .join(' ')
          .match(/--(?:expand-[\w-]+|ssl-sessions)/g) ?? [],
      ),
      ...optionsOf('docker', '--conmon --connection --hooks-dir --module --runtime --url'),
      ...optionsOf('gofmt', '--cpuprofile --w -cpuprofile -w'),
      ...optionsOf('gpg', '--keyboxd-program'),
      ...optionsOf('jq', '--library-path'),
      ...['kubectl', 'kubectl get', 'kubectl version'].flatMap((name) =>
        optionsOf(name, '--kuberc --log-dir --log-file'),
      ),
      ...optionsOf('less', '--lesskey-content'),
      ...optionsOf('lsof', '-D'),
      ...optionsOf('nc', '--lua-exec'),
      ...optionsOf('rg', '--hostname-bin'),
      ...optionsOf('sed', '-I'),
      ...optionsOf('yq', '--inplace --library-path --security-enable-system-operator --split-exp --split-exp-file -s'),
    ],
  },
];

function optionsOf(name: string, options: string | readonly string[]): readonly string[] {
  return (typeof options === 'string' ? options.split(' ') : options).map((option) => `${name} ${option}`);
}
