import { anything, type NamedPrograms, named, plain } from '../named-programs.ts';
import type { ProgramFacts } from '../program-facts.ts';

const netcat: ProgramFacts = {
  values:
    '-G -i -m -p -s -w -x --delay --idle-timeout --max-conns --proxy --proxy-auth --proxy-type --source --source-port --wait',
  runs: '-c= -e= --exec= --lua-exec= --sh-exec=',
  writes: '-o --hex-dump --output',
};

const opensslCommand: ProgramFacts = {
  runs: '-config= -engine= -provider= -provider-path= --config= --engine= --provider= --provider-path=',
  writes:
    '-CAserial -keylogfile -keyout -out -sess_out -writerand --CAserial --keylogfile --keyout --out --sess_out --writerand',
  writesUnknown: '-CAcreateserial --CAcreateserial',
  // Many of its options specify files to read.
  readsFolder: true,
  operands: 'read*',
  singleDash: true,
  noDoubleDash: true,
};

const opensslNames =
  'asn1parse base64 ciphers crl dgst enc errstr genpkey genrsa list md5 passwd pkcs12 pkcs7 pkcs8 pkey pkeyparam pkeyutl prime rand rsa rsautl s_client sha1 sha256 sha512 speed verify version x509';

const curl: ProgramFacts = {
  values:
    '-A -C -P -Q -U -X -Y -e -m -r -t -u -x -y -z --abstract-unix-socket --aws-sigv4 --capath --cert-type --ciphers --connect-timeout --connect-to --continue-at --create-file-mode --curves --data-raw --delegation --dns-interface --dns-ipv4-addr --dns-ipv6-addr --dns-servers --doh-url --egd-file --expect100-timeout --form-string --ftp-account --ftp-alternative-to-user --ftp-method --ftp-port --ftp-ssl-ccc-mode --happy-eyeballs-timeout-ms --hostpubmd5 --hostpubsha256 --interface --keepalive-time --key-type --krb --limit-rate --local-port --login-options --mail-auth --mail-from --mail-rcpt --max-filesize --max-redirs --max-time --noproxy --oauth2-bearer --parallel-max --pass --pinnedpubkey --proto --proto-default --proto-redir --proxy --proxy-capath --proxy-cert-type --proxy-ciphers --proxy-key-type --proxy-pass --proxy-pinnedpubkey --proxy-service-name --proxy-tls13-ciphers --proxy-tlsauthtype --proxy-tlspassword --proxy-tlsuser --proxy-user --quote --range --rate --referer --request --request-target --resolve --retry --retry-delay --retry-max-time --sasl-authzid --service-name --socks4 --socks4a --socks5 --socks5-gssapi-service --socks5-hostname --speed-limit --speed-time --telnet-option --tftp-blksize --time-cond --tls-max --tls13-ciphers --tlsauthtype --tlspassword --tlsuser --unix-socket --user --user-agent',
  runs: '-K= --config= --engine=',
  writes:
    '-D -c -o --alt-svc --cookie-jar --dump-header --etag-save --hsts --libcurl --output --ssl-sessions --stderr --trace --trace-ascii',
  writesBelow: '--output-dir',
  writesHere: '-O --remote-name --remote-name-all',
  reads:
    '-E -T -b --cacert --cert --cookie --crlfile --etag-compare --key --netrc-file --proxy-cacert --proxy-cert --proxy-crlfile --proxy-key --pubkey --random-file --upload-file --url',
  readsAt:
    '-F -H -d -w --data --data-ascii --data-binary --data-urlencode --form --header --json --proxy-header --url-query --variable --write-out',
  operands: 'address*',
};

/** Every long option of curl that takes a value can also begin with `--expand-`. */
function withExpansion(facts: ProgramFacts): ProgramFacts {
  const expand = (list: string): string => list.replace(/--(\S+)/g, '--$1 --expand-$1');
  return Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [key, key === 'operands' ? value : expand(value)]),
  );
}

/** Programs that communicate with other machines, and programs for keys. */
export const networkPrograms: NamedPrograms = {
  curl: withExpansion(curl),
  wget: {
    values:
      '-A -B -D -I -Q -R -T -U -X -l -t -w --accept --accept-regex --base --bind-address --body-data --ca-directory --certificate-type --ciphers --compression --connect-timeout --cut-dirs --default-page --dns-timeout --domains --exclude-directories --exclude-domains --follow-tags --ftp-password --ftp-user --header --http-password --http-user --ignore-tags --include-directories --level --limit-rate --local-encoding --method --password --pinnedpubkey --post-data --prefer-family --private-key-type --progress --proxy-password --proxy-user --quota --read-timeout --referer --regex-type --reject --reject-regex --remote-encoding --report-speed --restrict-file-names --retry-on-http-error --secure-protocol --start-pos --timeout --tries --user --user-agent --wait --waitretry --warc-header --warc-max-size',
    // A command passed with -e can specify a program; an input file can contain more addresses.
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
      '-@ -B --address --block-size --bwlimit --checksum-choice --checksum-seed --chmod --chown --compress-choice --compress-level --contimeout --copy-as --debug --exclude --groupmap --iconv --include --info --log-file-format --max-alloc --max-delete --max-size --min-size --modify-window --out-format --outbuf --port --protocol --skip-compress --sockopts --stderr --stop-after --stop-at --suffix --timeout --usermap',
    // A remote option is passed to the other rsync process, and a filter can refer to a file that contains filters.
    runs: '-M= -e= --config= --daemon --remote-option= --rsh= --rsync-path=',
    writes: '--log-file --only-write-batch --write-batch',
    writesBelow: '-T --backup-dir --partial-dir --temp-dir',
    reads:
      '-f --early-input --compare-dest --copy-dest --exclude-from --filter --include-from --link-dest --password-file --read-batch',
    readsNames: '--files-from',
    changesOperands: '--remove-source-files',
    operands: 'search* tree',
  },
  scp: { values: '-J -P -X -c -l', runs: '-D= -F= -S= -o=', reads: '-i', operands: 'search* tree' },
  // Reads commands from its input; such commands can run programs.
  sftp: anything,
  ...named('ping host nslookup whois traceroute netstat', plain),
  dig: { reads: '-f -k' },
  ...named('nc ncat netcat', netcat),
  ss: { writes: '-D --diag', reads: '-F --filter' },
  openssl: { subcommands: named(opensslNames, opensslCommand) },
  gpg: {
    runs: '--agent-program= --dirmngr-program= --exec-path= --homedir= --keyboxd-program= --options= --photo-viewer=',
    writes: '-o --attribute-file --log-file --logger-file --output --status-file',
    readsFolder: true,
    operands: 'write*',
    writesFolder: true,
  },
  'ssh-keygen': anything,
};
