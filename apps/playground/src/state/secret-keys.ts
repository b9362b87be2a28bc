import { holdsHeaders, isSecretHeader, isSecretName } from '@modegate/secrets';

/** True if a link omits everything under a key in a server file. */
export function holdsSecrets(key: string): boolean {
  return holdsHeaders(key) || isSecretName(key);
}

/** True if an argument's name indicates that the next argument is a secret. */
export function isSecretOption(argument: string): boolean {
  return /^-{1,2}[A-Za-z]/.test(argument) && isSecretHeader(argument.replace(/^-+/, ''));
}
