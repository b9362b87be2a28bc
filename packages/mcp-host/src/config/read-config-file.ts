import { HostError } from '../host-error.ts';
import { loadConfigText } from './load-config-text.ts';

/**
 * Reads a configuration file for editing, byte order mark included; the `readFile` of {@link planInstall} for the real
 * file system.
 *
 * @returns The text, or `undefined` when there is no such file.
 * @throws {@link HostError} CONFIG_UNREADABLE when it is there but is not a regular file of at most 4 MiB of valid UTF-8.
 */
export async function readConfigFile(file: string): Promise<string | undefined> {
  const reading = await loadConfigText(file);
  if (reading.state === 'read') return reading.text;
  if (reading.state === 'missing') return undefined;
  const message = `${file} was left as it is: ${reading.reason}.`;
  throw new HostError('CONFIG_UNREADABLE', message, { data: { file, reason: reading.reason }, cause: reading.cause });
}
