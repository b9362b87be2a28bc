import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { RecordedAgent, RecordedTool } from '../../../../../packages/agent-tools/src/index.ts';
import type { ToolUse } from '../../../src/doctor/live/dialects/dialect.ts';
import type { TestedAgent } from '../lab/agent-start.ts';
import { oddFile, oddFolder, oddGlob, oddPatch } from './odd-paths.ts';

/** Calls of an agent's own tools that touch files, made from what it declares; the same ones for the same seed. */
export function generateCalls(client: TestedAgent, count: number, seed: number): readonly ToolUse[] {
  const { tools } = readRecorded(client);
  const usable = Object.entries(tools).filter(([name, tool]) => touchesFiles(name, tool));
  const one = fc.integer({ min: 0, max: usable.length - 1 }).chain((index) => {
    const [name, tool] = usable[index] as (typeof usable)[number];
    return fc.record({ name: fc.constant(name), input: anyInput(name, tool) });
  });
  return fc.sample(one, { numRuns: count, seed }).map((use, index) => numberCall(use, index));
}

/** The text by which a call that wrote is known. */
export const callMark = /call-(\d+)-wrote/;

const callId = 'call-<n>-wrote';

function numberCall(use: ToolUse, index: number): ToolUse {
  return JSON.parse(JSON.stringify(use).replaceAll(callId, `call-${index}-wrote`)) as ToolUse;
}

function readRecorded(client: TestedAgent): RecordedAgent {
  const file = join(import.meta.dirname, '../../../../../packages/agent-tools/agents', `${client}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as RecordedAgent;
}

/** What a call does is known here by nothing but the words of its parameters, on purpose: the product's own tables are what is tested. */
function touchesFiles(name: string, { parameters }: RecordedTool): boolean {
  if (/patch/i.test(name)) return true;
  const leaves = Object.keys(parameters).map(leafOf);
  const runs = leaves.some((leaf) => /^(?:commands?|cmd|script|prompt|task|message)$/i.test(leaf));
  return !runs && leaves.some((leaf) => isFile(leaf) || isGlob(name, leaf));
}

/** The last word of a place: `files[].path` is `path`, and `files[]` is `files`. */
function leafOf(place: string): string {
  return place.replaceAll('[]', '').split('.').at(-1) ?? '';
}

const isFolder = (leaf: string): boolean => /^(?:dir_?path|directory|dir|folder|root|paths?)$/i.test(leaf);
const isFile = (leaf: string): boolean => isFolder(leaf) || /(?:file|path|paths|files|filename)$/i.test(leaf);
const isGlob = (name: string, leaf: string): boolean =>
  /glob|include|exclude|file_pattern/i.test(leaf) || (leaf === 'pattern' && /glob|find/i.test(name));

function anyInput(name: string, tool: RecordedTool): fc.Arbitrary<ToolUse['input']> {
  if (Object.hasOwn(tool.parameters, '')) return oddPatch(callId);
  const places = Object.entries(tool.parameters).filter(([place, type]) => isLeaf(place, type, tool));
  const members = places.map(([place, type]) => {
    const isRequired = tool.required.includes(place) || place.includes('.');
    const value = anyValue(name, leafOf(place), type);
    const usual = isRequired || isFile(leafOf(place)) || isGlob(name, leafOf(place));
    return fc
      .tuple(fc.integer({ min: 0, max: 99 }), value)
      .map(([chance, made]) => (chance < (isRequired ? 97 : usual ? 60 : 10) ? ([place, made] as const) : undefined));
  });
  const extra = fc.option(
    fc.tuple(fc.constantFrom('path', 'file_path', 'filePath', 'include', 'glob', 'dir_path', 'target_file'), oddFolder),
    { nil: undefined, freq: 5 },
  );
  return fc
    .tuple(fc.tuple(...members), extra)
    .map(([made, more]) => buildInput([...made, ...(more === undefined ? [] : [more])]));
}

/** Not the list or the object that other places are members of. */
function isLeaf(place: string, type: string, { parameters }: RecordedTool): boolean {
  if (/object/.test(type) || (/array/.test(type) && !place.endsWith('[]'))) {
    const inner = Object.keys(parameters).some((other) => other !== place && other.startsWith(place));
    return !inner;
  }
  return true;
}

function anyValue(name: string, leaf: string, type: string): fc.Arbitrary<unknown> {
  if (/bool/.test(type)) return fc.boolean();
  if (/int|number/.test(type)) return fc.constantFrom(1, 2, 100);
  if (/patch/i.test(leaf) || (/patch/i.test(name) && /^(?:input|diff)$/.test(leaf))) return oddPatch(callId);
  if (isGlob(name, leaf)) return oddGlob;
  if (isFolder(leaf)) return fc.oneof(oddFile, oddFolder);
  if (isFile(leaf)) return oddFile;
  if (/old|search_?string|target/i.test(leaf)) return fc.constant('edit-me');
  if (/new|content|text|replac|code|source|insert/i.test(leaf)) return fc.constant(`${callId} edit-me`);
  if (/pattern|regex|quer/i.test(leaf)) return fc.constantFrom('TOPSECRET', '.', 'mark');
  if (/mode/i.test(leaf)) return fc.constantFrom('content', 'files_with_matches');
  return fc.constant('x');
}

/** Puts each value at its place: `files[].path` is a member of the one item of `files`. */
function buildInput(members: readonly (readonly [string, unknown] | undefined)[]): Readonly<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  for (const member of members) {
    if (member === undefined) continue;
    const [place, value] = member;
    const steps = place.split('.');
    let at: Record<string, unknown> = input;
    for (const [index, step] of steps.entries()) {
      const key = step.replaceAll('[]', '');
      const isList = step.endsWith('[]');
      if (index === steps.length - 1) at[key] = isList ? [value] : value;
      else {
        const held = at[key] as unknown;
        const existing = (Array.isArray(held) ? held[0] : held) as Record<string, unknown> | undefined;
        const next = existing ?? {};
        at[key] = isList ? [next] : next;
        at = next;
      }
    }
  }
  return input;
}
