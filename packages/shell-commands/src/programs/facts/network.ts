import type { ProgramFacts } from '../program-facts.ts';

const lookUp: ProgramFacts = {};

const opensslCommand: ProgramFacts = {
  runs: '-config= -engine= -provider= -provider-path= --config= --engine= --provider= --provider-path=',
  writes: '-keylogfile -keyout -out -sess_out -writerand --keylogfile --keyout --out --sess_out --writerand',
  // Its options that name files that are read are many.
  readsFolder: true,
  operands: 'read*',
  singleDash: true,
  noDoubleDash: true,
};

const opensslNames =
  'asn1parse base64 ciphers crl dgst enc errstr genpkey genrsa list md5 passwd pkcs12 pkcs7 pkcs8 pkey pkeyparam pkeyutl prime rand rsa rsautl s_client sha1 sha256 sha512 speed verify version x509';

/** Programs that talk to other machines, and programs for keys. */
export const networkPrograms: Readonly<Record<string, ProgramFacts>> = {
  curl: {
    values:
      '-A -C -Q -X -Y -e -m -r -u -x -y -z --connect-timeout --continue-at --limit-rate --max-filesize --max-redirs --max-time --noproxy --oauth2-bearer --proto --proxy --proxy-user --range --referer --request --request-target --resolve --retry --retry-delay --retry-max-time --tls-max --user --user-agent',
    runs: '-K= --config= --engine=',
    writes:
      '-D -c -o --alt-svc --cookie-jar --dump-header --etag-save --hsts --libcurl --output --stderr --trace --trace-ascii',
    writesBelow: '--output-dir',
    writesHere: '-O --remote-name --remote-name-all',
    reads:
      '-E -T -b --cacert --cert --cookie --crlfile --etag-compare --key --netrc-file --proxy-cacert --proxy-cert --proxy-crlfile --proxy-key --pubkey --random-file --upload-file',
    readsAt:
      '-F -H -d -w --data --data-ascii --data-binary --data-urlencode --form --header --json --proxy-header --url-query --variable --write-out',
    operands: 'address*',
  },
  wget: {
    values:
      '-A -B -D -I -Q -R -T -U -X -l -t -w --accept --base --body-data --connect-timeout --domains --header --level --limit-rate --method --password --post-data --read-timeout --referer --reject --timeout --tries --user --user-agent --wait',
    // A command of -e can name a program; an input file can hold more addresses.
    runs: '-e= --config= --execute= --use-askpass=',
    writes:
      '-O -a -o --append-output --hsts-file --output-document --output-file --rejected-log --save-cookies --warc-file',
    writesBelow: '--warc-tempdir',
    writesInstead: '-P --directory-prefix',
    reads:
      '-i --body-file --ca-certificate --certificate --crl-file --input-file --load-cookies --post-file --private-key --warc-dedup',
    writesFolder: true,
  },
  rsync: {
    values:
      '-B --block-size --bwlimit --chmod --chown --exclude --include --info --max-size --min-size --out-format --port --timeout',
    // A remote option reaches the other rsync, a filter can be a file of filters.
    runs: '-M= -e= --config= --daemon --early-input= --remote-option= --rsh= --rsync-path=',
    writes: '--log-file --only-write-batch --write-batch',
    writesBelow: '-T --backup-dir --partial-dir --temp-dir',
    reads:
      '-f --compare-dest --copy-dest --exclude-from --filter --include-from --link-dest --password-file --read-batch',
    readsNames: '--files-from',
    changesOperands: '--remove-source-files',
    operands: 'search* tree',
  },
  scp: {
    values: '-P -c -l -X',
    runs: '-D= -F= -J= -S= -o=',
    reads: '-i',
    operands: 'search* tree',
  },
  // Its commands are in its input, and can run programs.
  sftp: { anything: true },
  ping: lookUp,
  dig: { reads: '-f -k' },
  host: lookUp,
  nslookup: lookUp,
  whois: lookUp,
  traceroute: lookUp,
  nc: {
    runs: '-c= -e= --exec= --lua-exec= --sh-exec=',
    writes: '-o --hex-dump --output',
  },
  netstat: lookUp,
  ss: { writes: '-D --diag', reads: '-F --filter' },
  openssl: {
    subcommands: Object.fromEntries(opensslNames.split(' ').map((name) => [name, opensslCommand])),
  },
  gpg: {
    runs: '--agent-program= --dirmngr-program= --exec-path= --homedir= --keyboxd-program= --options= --photo-viewer= --pinentry-mode=',
    writes: '-o --attribute-file --log-file --logger-file --output --status-file',
    readsFolder: true,
    operands: 'write*',
    writesFolder: true,
  },
  'ssh-keygen': { anything: true },
};
