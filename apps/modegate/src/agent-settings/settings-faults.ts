import {
  type AgentFile,
  type AgentName,
  type DisablingKey,
  type FaultEffect,
  type FileFaults,
  type HookScope,
  hookDisablers,
} from '@modegate/agent-hooks';
import { isJsonObject, jsonPointer, resolvePointer, type TextPosition } from '@modegate/json';
import { readLooseJson } from '@modegate/server-config';

/** A location in an agent's settings file where hooks are disabled. */
export interface SettingsFault extends TextPosition {
  readonly pointer: string;
  /** A sentence that describes what the agent does. */
  readonly detail: string;
}

/** A key that disables hooks. */
export interface FoundDisablingKey extends SettingsFault {
  /** Scopes in which a hook still runs despite the key. */
  readonly heldBy: readonly HookScope[];
}

/** Lists the faults that cause the agent to ignore a file containing a hook. */
export function listFileFaults(agent: AgentName, scope: HookScope, text: string): readonly SettingsFault[] {
  const { title, faults, managedFaults } = hookDisablers[agent];
  const counting = scope === 'managed' ? managedFaults : faults;
  if (counting === undefined) return [];
  const json = readLooseJson(text);
  const { mark, comment, trailingComma, syntax } = counting;
  const effects = { mark, comment, 'trailing-comma': trailingComma, syntax };
  const inText = json.faults.flatMap(({ line, column, kind, detail }) => {
    const effect = effects[kind];
    const what = kind === 'syntax' ? `it is not JSON (${detail})` : `it has ${detail}`;
    return effect === undefined ? [] : [{ line, column, pointer: '', detail: `${title} ${inWords[effect]}: ${what}.` }];
  });
  const inValues = [...listWrongTypes(json.value, counting), ...listOtherKeys(json.value, counting)];
  const located = inValues.map(({ pointer, what }) => ({
    ...(json.locate(pointer) ?? start),
    pointer,
    detail: `${title} ${inWords[syntax]}: ${what}.`,
  }));
  return [...inText, ...located];
}

const inWords: Readonly<Record<FaultEffect, string>> = {
  ignores: 'ignores this whole file, including the hook',
  replaces: 'sets this file aside and starts with a new one that does not contain the hook',
  stops: 'does not start because of this file',
};

type WrongValue = Readonly<Record<'pointer' | 'what', string>>;

function listWrongTypes(settings: unknown, { types = {}, listsBelow }: FileFaults): readonly WrongValue[] {
  const lists = listsBelow === undefined ? {} : resolvePointer(settings, jsonPointer(listsBelow));
  const events = isJsonObject(lists) ? Object.keys(lists).map((key) => `${listsBelow}.${key}`) : [];
  const wantedTypes = { ...types, ...Object.fromEntries(events.map((name) => [name, ['array']])) };
  return Object.entries(wantedTypes).flatMap(([name, wanted]) => {
    const pointer = jsonPointer(...name.split('.'));
    const found = resolvePointer(settings, pointer);
    if (found === undefined || wanted.includes(typeOf(found))) return [];
    return [{ pointer, what: `"${name}" must be ${wanted.join(' or ')}, not ${typeOf(found)}` }];
  });
}

function listOtherKeys(settings: unknown, { onlyKeys }: FileFaults): readonly WrongValue[] {
  const keys = onlyKeys !== undefined && isJsonObject(settings) ? Object.keys(settings) : [];
  const others = keys.filter((key) => onlyKeys?.includes(key) !== true);
  return others.map((key) => ({ pointer: jsonPointer(key), what: `it does not know the key "${key}"` }));
}

/** Lists the keys in a settings file that prevent an agent from running hooks. */
export function listDisablingKeys(
  agent: AgentName,
  place: AgentFile['in'],
  text: string,
): readonly FoundDisablingKey[] {
  const { title, keys: offKeys } = hookDisablers[agent];
  const { value, locate } = readLooseJson(text);
  const counting = offKeys.filter(({ isManaged = false }) => isManaged === (place === 'machine'));
  return counting
    .filter((key) => isOff(value, key))
    .map(({ keys, value: off, type, heldBy }) => {
      const pointer = jsonPointer(...keys);
      const shown = `"${keys.join('.')}" ${describeValue(off, type)}`;
      return {
        ...(locate(pointer) ?? start),
        pointer,
        heldBy,
        detail: `${title} does not run hooks, because ${shown}.`,
      };
    });
}

const start: TextPosition = { line: 1, column: 1 };

function describeValue(off: DisablingKey['value'], type: string | undefined): string {
  if (type !== undefined) return `is not ${type}`;
  return typeof off === 'string' ? `has "${off}"` : `is ${off}`;
}

function isOff(settings: unknown, { keys, value: off, type }: DisablingKey): boolean {
  const found = resolvePointer(settings, jsonPointer(...keys));
  if (type !== undefined) return found !== undefined && typeOf(found) !== type;
  return Array.isArray(found) ? found.some((item) => item === off || String(item).endsWith(`/${off}`)) : found === off;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
