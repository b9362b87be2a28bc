import { readFileSync, statSync } from 'node:fs';
import { AppError, type Environment, expandPath, nonEmpty } from '@modegate/cli-kit';
import { type AuthSettings, resolveAuthSettings } from '@modegate/principals';
import { checkSettings, readJsonSettings } from '@modegate/text-files/settings';
import { authFileSchema } from './auth-file.ts';

/** Default location of the token file; the `--auth` file may override it. */
const TOKENS_FILE = '~/.roo-code/modegate/ipc-tokens.json';

/**
 * Determines who may connect over HTTP: the file specified by `--auth` or `MODEGATE_IPC_AUTH` has the same keys as the
 * `auth` section of the modes-server configuration.
 *
 * @throws {AppError} exit code 2 when the file cannot be read, or a value is not usable.
 */
export function resolveIpcAuth({ auth }: { readonly auth?: string }, env: Environment = process.env): AuthSettings {
  const named = auth ?? nonEmpty(env.MODEGATE_IPC_AUTH);
  const file = named === undefined ? undefined : expandPath(named);
  const content = file === undefined ? {} : checkSettings(readJsonSettings(readText(file), file), authFileSchema());
  return resolveAuthSettings(content, { tokensFile: TOKENS_FILE, file });
}

function readText(file: string): string {
  try {
    // Reading from a pipe or a device might never end.
    if (!statSync(file).isFile()) throw new Error('it is not a regular file');
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new AppError(`--auth: ${file} could not be read: ${(cause as Error).message}.`, 2, cause);
  }
}
