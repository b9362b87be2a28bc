import { holdsHeaders, isSecretHeader, isSecretName } from '@modegate/secrets';

/** Whether everything under a key of a server file is left out of a link. */
export function holdsSecrets(key: string): boolean {
  return holdsHeaders(key) || isSecretName(key);
}

/** Whether the argument after this one is a secret by its name. */
export function isSecretOption(argument: string): boolean {
  return /^-{1,2}[A-Za-z]/.test(argument) && isSecretHeader(argument.replace(/^-+/, ''));
}
