import { createHash } from 'node:crypto';
import { canonicalJson } from '@modegate/json';
import type { ValidServerEntry } from '@modegate/server-config';

/**
 * The sha-256 in hexadecimal over all that decides what an entry starts: its name, whose variables it has, command, arguments, environment and
 * folder, or type, address and headers, all as the file has them. Variables are not filled in: what they come to is the user's own, so that a
 * token which is renewed is not another command, and no secret of the user goes into the hash. Keys may be in any order.
 */
export function entryHash({ name, kind, config }: ValidServerEntry): string {
  const starts =
    config.type === 'stdio'
      ? { command: config.command, args: config.args, env: config.env, envVars: config.envVars, cwd: config.cwd }
      : { url: config.url, headers: config.headers, typeInferred: config.typeInferred };
  // Who uses what was agreed to is part of it; the hash of an entry that is not shared is what it was before there was such a key.
  const use = config.shared ? { shared: true } : {};
  const text = canonicalJson({ name, kind, type: config.type, ...starts, ...use }) ?? '';
  return createHash('sha256').update(text).digest('hex');
}
