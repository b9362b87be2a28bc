/** True for arguments with which a program in the tables does more than read data, or reveals what it should not. */
export function hasRefusedArguments(name: string, rest: readonly string[]): boolean {
  return refusals.get(name)?.(rest) ?? false;
}

type Test = (rest: readonly string[]) => boolean;

const startsInHome = (word: string) => /(^|[=:])~/.test(word) || (word.includes('~') && word.includes('{'));

/** True for `git` formats that verify signatures, and for formats that come from git's configuration. */
const hasFormat: Test = (rest) =>
  rest.some((word, index) => {
    if (/%[-+ ]?G|%\(\*?signature/.test(word)) return true;
    const [, option, value = rest[index + 1] ?? ''] = /^--(format|pretty|sort|group)(?:=(.*))?$/s.exec(word) ?? [];
    if (option === undefined) return false;
    if (startsInHome(value) || value.includes('signature')) return true;
    const isFormat = value === '' || /%|^t?format:|^(oneline|short|medium|full|fuller|email|raw)$/.test(value);
    return (option === 'format' || option === 'pretty') && !isFormat;
  });

/**
 * True for an operand of `git branch` or `git tag` that is not part of a listing, so that the command creates a
 * reference.
 */
function makesReference(rest: readonly string[], valued: RegExp, filter: RegExp): boolean {
  let isListed = false;
  let last = '';
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? '';
    if (word === '--') return rest.length > at + 1 && !isListed;
    if (word.startsWith('-')) {
      isListed ||= word === '--list' || /^-[^-=]*l[^=]*$/.test(word);
      last = word.split('=')[0] ?? '';
      if (valued.test(word)) at += 1;
    } else if (!isListed && !filter.test(last)) return true;
  }
  return false;
}

const operandsOf = (rest: readonly string[]) => rest.filter((word) => !word.startsWith('-'));

const refusals: ReadonlyMap<string, Test> = new Map(
  Object.entries<Test>({
    'git diff': (rest) => rest.some((word) => /^--(submodule(?!=short$)|ignore-submodules(?!=all$))(=|$)/.test(word)),
    'git log': hasFormat,
    'git show': hasFormat,
    'git shortlog': hasFormat,
    'git rev-list': hasFormat,
    'git for-each-ref': hasFormat,
    'git reflog': (rest) =>
      /^(?!-|show$|list$)./.test(rest[0] ?? '') ||
      rest.some((word) => /^(expire|delete|exists|drop|write)$/.test(word)),
    'git ls-remote': (rest) => rest.includes('--') || operandsOf(rest).length > 0,
    'git remote show': (rest) =>
      !rest.includes('-n') || !/^\w[\w-]*$/.test(rest.filter((word) => word !== '-n').join(' ')),
    'git remote': (rest) => rest.some((word) => word !== '-v' && word !== '--verbose'),
    'git tag': (rest) =>
      hasFormat(rest) ||
      makesReference(rest, /^(--(contains|no-contains|merged|no-merged|points-at|sort|format)|-n)$/, /^(?!)/),
    'git branch': (rest) =>
      hasFormat(rest) || makesReference(rest, /^--(contains|no-contains|points-at|sort)$/, /^--(no-)?merged$/),
    man: (rest) => {
      const isSearch = rest.some((word) => /^(-[a-z]*[kf]|--apropos|--whatis)/.test(word));
      return operandsOf(rest).some((word) => /[\\/~]/.test(word)) && !isSearch;
    },
    help: (rest) => rest.some((word) => /[\\/~]/.test(word)),
    ps: (rest) => {
      const shows = rest.flatMap((word) => (word === '--forest' ? [word] : (word.match(/[HLTm]/g) ?? [])));
      const isPlain = rest.every((word) => /^(--forest|-[AacdeFfjlwHLTm]+)$/.test(word)) && shows.length <= 1;
      return (
        rest.some((word) => /^[^-]*[eE]/.test(word)) || (rest.some((word) => /^-[a-zA-Z]*e/.test(word)) && !isPlain)
      );
    },
    date: (rest) =>
      rest.some(
        (word, index) => !/^[-+]/.test(word) && !/^(-d|--date|-r|--reference|--rfc-3339)$/.test(rest[index - 1] ?? ''),
      ),
    hostname: (rest) => !rest.every((word) => /^(-[a-zA-Z]|--[a-zA-Z-]+)$/.test(word)),
    which: (rest) => rest.some((word) => word.startsWith('-') && !/^(-[A-Za-z]+|--[a-z-]*)$/.test(word)),
    lsof: (rest) =>
      rest.some(
        (word, index) =>
          /^\+m|^-[a-zA-Z]*i\S*@.*[a-zA-Z]/.test(word) ||
          (/^-[a-zA-Z]*i$/.test(rest[index - 1] ?? '') && /[~@]/.test(word)),
      ),
    tput: (rest) => operandsOf(rest).some((word) => terminalChanges.test(word)),
    ss: (rest) =>
      rest.some(
        (word, index) =>
          /^[^-].*[A-Za-z]|^[A-Za-z]/.test(word) &&
          !/^(dst|src|dport|sport|and|or|not|eq|ne|ge|le|gt|lt|state|exclude)$/.test(word) &&
          !/^(-f|--family|-A|--query|--socket|state|exclude|dport|sport)$/.test(rest[index - 1] ?? ''),
      ),
    'docker logs': reachesDocker,
    'docker inspect': reachesDocker,
    'docker ps': reachesDocker,
    'docker images': reachesDocker,
    test: (rest) =>
      rest.some((word, index) => /^-[vRao]$|\[|^=$/.test(word) || (rest[index - 1] === '-t' && !isNumber(word))) ||
      hasNamedNumber(rest),
  }),
);

const terminalChanges =
  /^(init|reset|rs[123]|is[123]|iprog|if|rf|clear|flash|mc[045]|mc5[ip]|pfkey|pfloc|pfxl?|smcup|rmcup)$/;

const dockerOptions =
  /^(-[A-Za-z]*[Hcr]|--(host|context|config|tlscacert|tlscert|tlskey|url|connection|identity|remote|module|out)(=|$))/;

function reachesDocker(rest: readonly string[]): boolean {
  return rest.some((word) => dockerOptions.test(word) || startsInHome(word));
}

/** True for a numeric comparison with text, which a shell evaluates as the name of a variable. */
export function hasNamedNumber(rest: readonly string[]): boolean {
  const compares = (word = '') => /^-(eq|ne|lt|le|gt|ge)$/.test(word);
  const isNumeric = (index: number) =>
    compares(rest[index - 1]) || compares(rest[index + 1]) || rest[index - 1] === '-t';
  return rest.some((word, index) => isNumeric(index) && !isNumber(word));
}

function isNumber(word: string): boolean {
  return /^-?(0[xX][0-9a-fA-F]+|\d+#[0-9a-zA-Z]+|\d+)$/.test(word);
}
