import { createHash } from 'node:crypto';
import { canonicalJson } from '@modegate/json';
import type { ValidServerEntry } from '@modegate/server-config';

/**
 * Returns the SHA-256 hash (hexadecimal) of everything that determines what an entry starts: name, variable syntax,
 * command, arguments, environment and folder, or type, URL and headers, as written in the file. Variables are not
 * resolved, so a renewed token does not change the hash, and no secret becomes part of it. The order of keys does not
 * matter.
 */
export function entryHash({ name, kind, config }: ValidServerEntry): string {
  const starts =
    config.type === 'stdio'
      ? { command: config.command, args: config.args, env: config.env, envVars: config.envVars, cwd: config.cwd }
      : { url: config.url, headers: config.headers, typeInferred: config.typeInferred };
  // Consent also covers sharing. For an unshared entry, the hash is the same as before the key `shared` was introduced.
  const use = config.shared ? { shared: true } : {};
  const text = canonicalJson({ name, kind, type: config.type, ...starts, ...use }) ?? '';
  return createHash('sha256').update(text).digest('hex');
}
