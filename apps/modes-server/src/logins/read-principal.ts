import { AppError, stripControls } from '@modegate/cli-kit';
import { didYouMean } from '@modegate/nearest-name';
import type { Settings } from '../settings/settings.ts';

/**
 * Parses `--principal`: the name of a token, or `jwt:<issuer> <name>` for a user of the configured issuer. Returns
 * undefined if the flag is missing, which stands for the user of this machine.
 *
 * @throws {AppError} exit code 2 for an unknown token or an issuer that is not configured.
 */
export async function readPrincipal({ auth }: Settings, text: string | undefined): Promise<string | undefined> {
  if (text === undefined) return undefined;
  if (text.startsWith('jwt:')) return readBearer(text, auth.jwt?.issuer);
  const { listTokens } = await import('@modegate/principals/open');
  const names = (await listTokens(auth.tokensFile)).map(({ name }) => name);
  if (names.includes(text)) return principalOfToken(text);
  const hint = didYouMean(text, names);
  throw new AppError(
    stripControls(
      `--principal: ${auth.tokensFile} has no token '${text.slice(0, 100)}'.${hint} For a JWT, use 'jwt:<issuer> <name>'.`,
    ),
  );
}

/** Returns the principal for a token in the file. */
export function principalOfToken(name: string): string {
  return `token:${name}`;
}

/** Formats a principal in the syntax of `--principal`. */
export function displayPrincipal(principal: string): string {
  return principal.replace(/^token:/, '');
}

function readBearer(text: string, issuer: string | undefined): string {
  if (issuer !== undefined && text.startsWith(`jwt:${issuer} `) && text.length > `jwt:${issuer} `.length) return text;
  const why = issuer === undefined ? 'no JWT issuer is configured' : `the JWT issuer is ${issuer}`;
  throw new AppError(stripControls(`--principal: '${text.slice(0, 200)}' cannot be a principal here: ${why}.`));
}
