import { realpathSync } from 'node:fs';

/** The script of this process, as it was named and as it really is: a server entry that starts it would start this server again. */
export function ownScripts(): readonly string[] {
  const [, script] = process.argv;
  if (script === undefined) return [];
  try {
    return [script, realpathSync(script)];
  } catch {
    return [script];
  }
}
