import { speaksOf } from './spread-words.ts';
import type { SuggestionSubject } from './suggest-restrictions.ts';

/** The servers a mode is to keep. */
export interface ServerChoice {
  readonly kept: readonly string[];
  readonly dropped: readonly string[];
  readonly reasons: readonly string[];
}

/** Keeps the servers that the mode's own words name; where they name none, all it may use now, so that only later ones are shut out. */
export function chooseServers({ words }: SuggestionSubject, usable: readonly string[]): ServerChoice {
  const named = usable.filter((server) => speaksOf(words, server));
  if (named.length === 0) {
    const reason = `The mode's words name no server, so it keeps the ${usable.length} it may use now; a server that is added later is refused until it is listed.`;
    return { kept: usable, dropped: [], reasons: [reason] };
  }
  const dropped = usable.filter((server) => !named.includes(server));
  const reason = `The mode's words name ${list(named)}${dropped.length === 0 ? '' : `, and not ${list(dropped)}`}.`;
  return { kept: named, dropped, reasons: [reason] };
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, 8).map((name) => `'${name}'`);
  return `${shown.join(', ')}${names.length > 8 ? ` and ${names.length - 8} more` : ''}`;
}
