import type { InvalidServerEntry, ServerEntry } from '../entries/server-entry.ts';

type Switch = InvalidServerEntry & Required<Pick<InvalidServerEntry, 'switches'>>;

/**
 * Selects the effective entry for a name. This is the first entry, unless that entry only switches the server on or
 * off: opencode and Kilo merge their files key by key, so the first `enabled` overrides the first complete entry. If
 * the server is switched off, returns the entry that switches it off.
 *
 * @param entries - At least one entry, highest precedence first.
 */
export function selectEntry(entries: readonly [ServerEntry, ...ServerEntry[]]): ServerEntry {
  const index = entries.findIndex((entry) => !isSwitch(entry));
  const server = entries[index];
  if (server === undefined) return entries[0];
  const above = entries.slice(0, index).filter(isSwitch);
  const found = above.find(({ kind, switches }) => switches === 'off' || kind === server.kind);
  if (found !== undefined) return found.switches === 'on' && !hasRules(found) ? switchedOn(server) : found;
  const below = entries.slice(index + 1).filter(isSwitch);
  const fallback = below.find(({ kind }) => kind === server.kind);
  return server.settingPositions.disabled === undefined && fallback?.switches === 'off' ? fallback : server;
}

/** True if an entry only switches the server of the same name on or off. */
export function isSwitch(entry: ServerEntry): entry is Switch {
  return entry.state === 'invalid' && entry.switches !== undefined;
}

/** True if rules in the entry's file restrict the server; such rules would not apply to an entry in another file. */
function hasRules({ pointer, settingPositions: { disabled, disabledTools, enabledTools } }: Switch): boolean {
  const isRule = disabled !== undefined && !disabled.pointer.startsWith(`${pointer}/`);
  return isRule || disabledTools.length > 0 || enabledTools !== undefined;
}

/** Returns the entry without its `enabled: false`; other restrictions stay. */
function switchedOn(entry: ServerEntry): ServerEntry {
  const { policy, settingPositions, pointer } = entry;
  if (entry.state === 'invalid' || settingPositions.disabled?.pointer !== `${pointer}/enabled`) return entry;
  const { disabled: _, ...others } = settingPositions;
  return {
    ...entry,
    policy: { ...policy, disabled: false },
    settingPositions: others,
    config: { ...entry.config, disabled: false },
  };
}
