/** True if Claude Code recognises these `sed` arguments as ones that only print. */
export function isPrintingSed(rest: readonly string[]): boolean {
  const { options, operands } = readSed(rest);
  const [script, ...files] = operands;
  const isSilent = options.some((option) => /^(--(quiet|silent)|-[A-Za-z]*n[A-Za-z]*)$/.test(option));
  if (isSilent && isPrintScript(script) && options.every(isOneOf([...styles, ...silent]))) return true;
  return files.length === 0 && isSubstitution(script) && options.every(isOneOf(styles));
}

/** True for `sed` arguments that change files with a single substitution. */
export function isSubstitutingSed(rest: readonly string[]): boolean {
  const { options, operands } = readSed(rest);
  return isSubstitution(operands[0]) && options.every(isOneOf([...styles, '-i', '--in-place']));
}

const styles = ['-E', '--regexp-extended', '-r', '--posix'];
const silent = ['-n', '--quiet', '--silent', '-z', '--zero-terminated'];

function readSed(rest: readonly string[]) {
  const options = rest.filter((word) => word.startsWith('-') && word !== '--');
  return { options, operands: rest.filter((word) => !word.startsWith('-')) };
}

function isPrintScript(script = ''): boolean {
  return script.split(';').every((part) => /^(\d+|\d+,\d+)?p$/.test(part.trim()));
}

function isSubstitution(script = ''): boolean {
  const isPlain = /^s\/[^/]*\/[^/]*\/[gpimIM]*[1-9]?[gpimIM]*$/.test(script.trim());
  return isPlain && !suspicions.some((one) => one.test(script));
}

/** Patterns by which Claude Code recognises a `sed` command that writes a file or starts a program. */
const suspicions = [
  /[^\p{ASCII}]|[{};\n\r]|(?<!s)#|[/\d$]!/u,
  /[\d,$]\s*~\s*\d|,\s*[+-]|s\\|\\[|#%@]|\\\/.*[wW]|\/[^/]*\s+[wWeE]/,
  /^(?=.*y[^\\\n])(?=.*[wWeE])/s,
];

/** Returns a predicate for options; it treats letters after a single hyphen as separate options. */
function isOneOf(allowed: readonly string[]): (option: string) => boolean {
  return (option) =>
    /^-[^-]{2,}$/.test(option)
      ? option
          .slice(1)
          .split('')
          .every((letter) => allowed.includes(`-${letter}`))
      : allowed.includes(option);
}
