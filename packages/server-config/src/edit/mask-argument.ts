import { isSecretHeader } from '@modegate/secrets';

const MASK = '…';

/**
 * A word of a command, or an address, without what its own form says is a secret: the value of an option, a variable or a header whose name
 * is that of a secret, a user and a password in an address, and what follows `Bearer` or `Basic`. A secret that is alone looks like any
 * other word, and stays.
 *
 * @param previous - The word before it.
 */
export function maskArgument(word: string, previous = ''): string {
  if (isSecretOption(previous) && !word.startsWith('-')) return MASK;
  return word
    .replace(/^(-{0,2}[\w.-]{1,200})(=|:\s*)(?!\/\/).+$/su, (whole, name: string, sign: string) =>
      isSecretHeader(name) ? `${name}${sign}${MASK}` : whole,
    )
    .replaceAll(/\b(Bearer|Basic) +[^\s"']+/giu, `$1 ${MASK}`)
    .replaceAll(/(:\/\/)[^/?#\s"']*@/gu, `$1${MASK}@`)
    .replaceAll(/([?&])([^=&#\s]{1,200})=[^&#\s"']+/gu, (whole, sign: string, name: string) =>
      isSecretHeader(name) ? `${sign}${name}=${MASK}` : whole,
    );
}

function isSecretOption(word: string): boolean {
  return /^--?[A-Za-z]/.test(word) && !/[=:\s]/.test(word) && isSecretHeader(word);
}
