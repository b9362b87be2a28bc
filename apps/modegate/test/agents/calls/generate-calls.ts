import fc from 'fast-check';
import type { RecordedTool } from '../../../../../packages/agent-tools/src/index.ts';
import type { ToolUse } from '../../../src/doctor/live/dialects/dialect.ts';
import type { TestedAgent } from '../lab/agent-start.ts';
import { readRecorded } from '../record/recorded-file.ts';
import { oddCommand, oddFile, oddFolder, oddGlob, oddPatch } from './odd-paths.ts';

/** Calls of an agent's own tools that touch files, made from what it declares; the same ones for the same seed. */
export function generateCalls(client: TestedAgent, count: number, seed: number): readonly ToolUse[] {
  const tools = Object.entries(readRecorded(client).tools).filter(([, { offered }]) => offered.includes('headless'));
  const commands = tools.filter(([, tool]) => runsCommands(tool));
  const files = tools.filter(([name, tool]) => !runsCommands(tool) && touchesFiles(name, tool));
  const one = fc.oneof(
    { weight: 12, arbitrary: anyCall(files) },
    { weight: commands.length === 0 ? 0 : 1, arbitrary: anyCall(commands) },
  );
  const made = fc.sample(one, { numRuns: count, seed });
  return made
    .map((use, index) => numberCall(use, index))
    .flatMap((use) => [...readBefore(client, use), use])
    .slice(0, count);
}

function anyCall(tools: readonly (readonly [string, RecordedTool])[]): fc.Arbitrary<ToolUse> {
  if (tools.length === 0) return fc.constant({ name: 'none', input: {} });
  return fc
    .constantFrom(...tools)
    .chain(([name, tool]) => fc.record({ name: oddName(name), input: anyInput(name, tool) }));
}

/** Now and then the name in another form, which some agents mend. A group goes into its own field. */
function oddName(name: string): fc.Arbitrary<string> {
  const odd = [
    name.toUpperCase(),
    ` ${name}`,
    `${name} `,
    name.replaceAll('_', '-'),
    `default_api.${name}`,
    `${name}\u2028`,
  ];
  return fc.oneof({ weight: 30, arbitrary: fc.constant(name) }, { weight: 1, arbitrary: fc.constantFrom(...odd) });
}

/** Claude Code edits only what it has read. */
function readBefore(client: TestedAgent, { name, input }: ToolUse): readonly ToolUse[] {
  if (client !== 'claude-code' || typeof input === 'string' || !/^(?:Edit|NotebookEdit)$/.test(name)) return [];
  return [{ name: 'Read', input: { file_path: input.file_path ?? input.notebook_path } }];
}

/** The text by which a call that wrote is known. */
export const callMark = /call-(\d+)-wrote/;

const callId = 'call-<n>-wrote';

function numberCall(use: ToolUse, index: number): ToolUse {
  return JSON.parse(JSON.stringify(use).replaceAll(callId, `call-${index}-wrote`)) as ToolUse;
}

/** What a call does is known here by nothing but the words of its parameters, on purpose: the product's own tables are what is tested. */
function touchesFiles(name: string, { parameters }: RecordedTool): boolean {
  if (/patch/i.test(name)) return true;
  if (/worktree|report/i.test(name)) return false;
  const leaves = Object.keys(parameters).map(leafOf);
  const asks = leaves.some((leaf) => /^(?:prompt|task|message|script)$/i.test(leaf));
  return !asks && leaves.some((leaf) => isFile(leaf) || isGlob(name, leaf));
}

function runsCommands({ parameters }: RecordedTool): boolean {
  return Object.keys(parameters).some((place) => isCommand(leafOf(place)));
}

/** The last word of a place: `files[].path` is `path`, and `files[]` is `files`. */
function leafOf(place: string): string {
  return place.replaceAll('[]', '').split('.').at(-1) ?? '';
}

const isCommand = (leaf: string): boolean => /^(?:commands?|cmd)$/i.test(leaf);
const isFolder = (leaf: string): boolean => /^(?:dir_?path|directory|dir|folder|root|paths?)$/i.test(leaf);
const isFile = (leaf: string): boolean => isFolder(leaf) || /(?:file|path|paths|files|filename)$/i.test(leaf);
const isGlob = (name: string, leaf: string): boolean =>
  /^(?:globs?|include|exclude|(?:include|exclude|file)_pattern)$/i.test(leaf) ||
  (leaf === 'pattern' && /glob|find/i.test(name));
const isText = (leaf: string): boolean => /old|new|content|text|source/i.test(leaf);

function anyInput(name: string, tool: RecordedTool): fc.Arbitrary<ToolUse['input']> {
  if (Object.hasOwn(tool.parameters, '')) return oddPatch(callId);
  const places = Object.entries(tool.parameters).filter(([place, type]) => isLeaf(place, type, tool));
  const item = fc.tuple(
    ...places.map(([place, type]) => {
      const leaf = leafOf(place);
      const isUsual = isFile(leaf) || isGlob(name, leaf) || isText(leaf);
      const percent = tool.required.includes(place) ? 98 : isUsual || place.includes('.') ? 85 : 4;
      const made = anyValue(name, leaf, type).map((value) => [place, value] as const);
      return fc.integer({ min: 0, max: 99 }).chain((chance) => (chance < percent ? made : fc.constant(undefined)));
    }),
  );
  const key = fc.constantFrom('path', 'file_path', 'filePath', 'include', 'glob', 'dir_path', 'target_file');
  const extra = fc.oneof(
    { weight: 5, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.tuple(key, oddFolder) },
  );
  // A list has one item or two.
  const items = fc.array(item, { minLength: 1, maxLength: hasList(tool) ? 2 : 1 });
  return fc
    .tuple(items, extra, oddShape)
    .map(([made, more, reshape]) =>
      reshape(mergeInputs(made.map((one, index) => buildInput([...one, ...(index === 0 ? [more] : [])])))),
    );
}

const hasList = ({ parameters }: RecordedTool): boolean =>
  Object.keys(parameters).some((place) => place.includes('[]'));

type Input = Readonly<Record<string, unknown>>;

/** The lists of the second input go behind those of the first one. */
function mergeInputs([first = {}, second = {}]: readonly Input[]): Input {
  const lists = Object.entries(first).map(([key, value]) => {
    const more = second[key];
    return [key, Array.isArray(value) && Array.isArray(more) ? [...value, ...more] : value] as const;
  });
  return Object.fromEntries(lists);
}

/** Now and then one item in place of a list, texts in place of objects, or a list as a text: some agents take that. */
const oddShape: fc.Arbitrary<(input: Input) => Input> = fc.oneof(
  { weight: 8, arbitrary: fc.constant((input: Input) => input) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      (input: Input) => mapLists(input, (list) => list[0]),
      (input: Input) => mapLists(input, (list) => list.map(firstText)),
      (input: Input) => mapLists(input, (list) => JSON.stringify(list)),
    ),
  },
);

function mapLists(input: Input, change: (list: readonly unknown[]) => unknown): Input {
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, Array.isArray(value) ? change(value) : value]),
  );
}

function firstText(item: unknown): unknown {
  return typeof item === 'object' && item !== null ? Object.values(item)[0] : item;
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
  if (isCommand(leaf)) return oddCommand(callId);
  if (isGlob(name, leaf)) return oddGlob;
  if (isFolder(leaf)) return fc.oneof(oddFile, oddFolder);
  if (isFile(leaf)) return oddFile;
  if (/old|search_?string|target/i.test(leaf)) return fc.constant('edit-me');
  if (/new|content|text|replac|code|source|insert/i.test(leaf)) return fc.constant(`${callId} edit-me`);
  // Grep rejects the last pattern; an agent may then read the files itself.
  if (/pattern|regex|quer/i.test(leaf)) return fc.constantFrom('TOPSECRET', '.', 'mark', '(?=TOP)');
  if (/mode/i.test(leaf)) return fc.constantFrom('content', 'files_with_matches');
  return fc.constant('x');
}

/** Puts each value at its place: `files[].path` is a member of the one item of `files`. */
function buildInput(members: readonly (readonly [string, unknown] | undefined)[]): Input {
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
