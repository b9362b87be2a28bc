import type { ConfigProblem } from '../config-problem.ts';
import type { ConfigFileKind, PointerPosition, ServerEntry } from '../entries/server-entry.ts';
import { type ParsedJsonText, parseJsonText } from '../json/json-text.ts';
import { applyToolRules, hasToolRules } from './apply-tool-rules.ts';
import { serverNames } from './rule-remarks.ts';

/** A server file that is read together with others. */
export interface ServerFileContent {
  readonly file: string;
  readonly kind: ConfigFileKind;
  /** Absent if the file is missing or could not be read. */
  readonly text?: string | undefined;
  readonly servers: readonly ServerEntry[];
}

/**
 * Finds pairs of opencode files, or of Kilo files, in which the rules in one file would block servers in the other;
 * returns one warning for each pair. The agents merge their files; here, a file's rules apply only to its own servers.
 *
 * @param files - All files in one run, in any order.
 */
export function findCrossFileRules(files: readonly ServerFileContent[]): readonly ConfigProblem[] {
  const ruled = files.filter(({ kind, text }) => hasToolRules(kind) && text !== undefined);
  return ruled.flatMap(({ file, kind, text = '' }) => {
    const others = ruled.filter((other) => other.kind === kind && other.file !== file);
    const document = others.length === 0 ? undefined : parseJsonText(text);
    if (document?.state !== 'parsed') return [];
    return others.flatMap((other) => remarkOn({ file, document }, other) ?? []);
  });
}

function remarkOn(
  { file, document }: { readonly file: string; readonly document: ParsedJsonText },
  other: ServerFileContent,
): ConfigProblem | undefined {
  const ruled = applyToolRules(other.servers, document).servers;
  const open = other.servers.flatMap((entry, index) => {
    const place = addedLimit(entry, ruled[index] ?? entry);
    return place === undefined ? [] : [{ name: entry.name, place }];
  });
  const [first] = open;
  if (first === undefined) return undefined;
  const names = serverNames(open.map(({ name }) => name));
  const message = `Here, the rules in this file have no effect on ${other.file}, although the agent applies them to ${names} in that file. Add the rules to that file as well.`;
  return { code: 'RULES_ELSEWHERE', severity: 'warning', message, file, ...first.place };
}

/** Returns the position of a restriction that the second entry adds. */
function addedLimit(
  { policy: before }: ServerEntry,
  { policy: after, settingPositions }: ServerEntry,
): PointerPosition | undefined {
  if (before.disabled) return undefined;
  if (after.disabled) return settingPositions.disabled;
  if (after.enabledTools?.length !== before.enabledTools?.length) return settingPositions.enabledTools;
  // If case has become irrelevant, the names that were already blocked now match more tools; otherwise, a new rule
  // comes after them.
  if (after.disabledInAnyCase !== before.disabledInAnyCase)
    return settingPositions.disabledTools[before.disabledTools.length];
  const known = new Set(before.disabledTools);
  return settingPositions.disabledTools[after.disabledTools.findIndex((tool) => !known.has(tool))];
}
