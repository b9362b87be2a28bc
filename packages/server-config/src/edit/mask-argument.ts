import { isSecretHeader } from '@modegate/secrets';

const MASK = '…';

/**
 * Masks recognisable secrets in a word of a command or in an address: the value of an option, variable or header with a
 * secret's name, user and password in an address, and the text after `Bearer` or `Basic`. A secret without such a
 * context looks like any other word, and stays.
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
