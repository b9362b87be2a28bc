import fc from 'fast-check';
import { compilePolicy, type ParsedModes } from '../../packages/mode-core/src/index.ts';
import {
  type EditedText,
  editModesText,
  type ModesEdit,
  parseModesText,
} from '../../packages/mode-core/src/text/index.ts';
import { createCampaign, type Target } from '../support/campaign.ts';
import { expect, expectEqual, quickly } from '../support/expect.ts';
import { hostileJson, hostileText } from '../support/hostile-values.ts';
import { mutatedText, tokenSoup } from '../support/mutate-text.ts';
import { loadSeeds } from '../support/seeds.ts';

const maxBytes = 64 * 1024;
const maxReadMs = 1_000;
const errorCodes = ['FILE_UNREADABLE', 'MODE_INVALID', 'EDIT_REFUSED'];

const tokens = [
  'customModes:',
  '\n',
  '\n  ',
  '\n    ',
  '- ',
  '- slug: a\n',
  'slug: b',
  'name: x',
  'groups:',
  '[read, edit]',
  '- read',
  '- - edit\n      - fileRegex: \\.md$',
  'roleDefinition: |\n',
  '>-',
  '|2',
  '?',
  ': ',
  ':',
  ',',
  '[',
  ']',
  '{',
  '}',
  '"',
  "'",
  '#',
  ' # c\n',
  '&a ',
  '*a',
  '<<: *a',
  '!!str ',
  '!!binary ',
  '!!set',
  '---\n',
  '...\n',
  '%YAML 1.2\n',
  '\t',
  '\r\n',
  '\r',
  '\ufeff',
  '\u00a0',
  '\u201c',
  '\u2019',
  '\u2014',
  '\u2028',
  '\x85',
  '\0',
  '\x07',
  '\\',
  '\\u0000',
  '\\ud800',
  '~',
  'null',
  'true',
  '0x1f',
  '1e999',
  '.inf',
  '.nan',
  '2020-01-01',
  '__proto__: ',
  '"__proto__": {}',
  'constructor: ',
  '"customModes": [',
  '{"customModes":',
  '"slug": "a"',
  '[[[[',
  '{{{{',
  'a: &a [*a]',
  '&b [*a,*a,*a,*a,*a,*a,*a,*a,*a]',
  'mcpRestrictions: {allowedServers: []}',
  'allowedServers: [',
  '@',
  '\n    source: {toString: 1}\n',
  '{toString: 1, valueOf: 1}',
  '`',
  '//',
  '/*',
  '*/',
] as const;

const changedField = fc.oneof(
  fc.tuple(
    fc.constantFrom('name', 'roleDefinition', 'whenToUse', 'customInstructions', 'x-own'),
    hostileText as fc.Arbitrary<unknown>,
  ),
  fc.tuple(
    fc.constant('groups'),
    fc.constantFrom<unknown>([], ['read'], ['read', ['edit', { fileRegex: '\\.md$' }]], 'read', [
      ['edit', { fileRegex: '(' }],
    ]),
  ),
  fc.tuple(
    fc.constantFrom('mcpRestrictions', 'description', '__proto__', 'rulesFiles'),
    fc.oneof(fc.constant<unknown>(undefined), hostileJson),
  ),
);
const edit = fc.record({
  kind: fc.constantFrom('save' as const, 'save' as const, 'delete' as const),
  which: fc.nat(5),
  isNew: fc.boolean(),
  fields: fc.array(changedField, { maxLength: 3 }),
});

interface EditSpec {
  readonly kind: 'save' | 'delete';
  readonly which: number;
  readonly isNew: boolean;
  readonly fields: readonly (readonly [string, unknown])[];
}

/** Reads any text as a modes file, and where it can be read edits it: nothing but the edited mode may change. */
export const modesTextTarget: Target = {
  name: 'modes-text',
  open: () => {
    const counts = { readable: 0, edited: 0, refused: 0 };
    const seeds = loadSeeds('modes');
    const text = fc.oneof(
      { weight: 6, arbitrary: mutatedText(seeds, tokens) },
      { weight: 3, arbitrary: tokenSoup(tokens) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => new TextDecoder().decode(bytes)) },
      { weight: 1, arbitrary: hostileJson.map((value) => JSON.stringify({ customModes: value })) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom(...tokens), fc.nat(maxBytes))
          .map(([token, length]) => token.repeat(Math.floor(length / token.length))),
      },
    );
    return createCampaign({
      arbitrary: fc.record({
        text: text.map((whole) => whole.slice(0, maxBytes)),
        edits: fc.array(edit, { maxLength: 2 }),
      }),
      judge: (input) => judge(input, counts),
      notes: () =>
        `${seeds.length} seeds, ${counts.readable} readable, ${counts.edited} edited, ${counts.refused} edits refused`,
    });
  },
};

type Counts = Record<'readable' | 'edited' | 'refused', number>;

function judge({ text, edits }: { readonly text: string; readonly edits: readonly EditSpec[] }, counts: Counts): void {
  let parsed = quickly(() => read(text), maxReadMs, 'reading');
  compilePolicy({ project: parsed });
  if (parsed.unreadable === undefined) counts.readable++;
  let current = text;
  for (const spec of edits) {
    const wanted = toEdit(spec, parsed);
    const edited = quickly(() => tryEdit(current, wanted), maxReadMs, 'an edit');
    counts[edited === undefined ? 'refused' : 'edited']++;
    if (edited === undefined) continue;
    expectEdited({ before: parsed, beforeText: current, edited, wanted });
    current = edited.text;
    parsed = read(current);
  }
}

function read(text: string): ParsedModes {
  return parseModesText(text, { source: 'project', file: '.roomodes' });
}

function toEdit({ kind, which, isNew, fields }: EditSpec, { modes }: ParsedModes): ModesEdit {
  const config = modes[which % Math.max(modes.length, 1)]?.config;
  const slug = isNew || config === undefined ? `new-${which}` : config.slug;
  if (kind === 'delete') return { kind, slug };
  const base = isNew || config === undefined ? { slug, name: 'N', roleDefinition: 'R', groups: ['read'] } : config;
  return { kind, mode: { ...base, ...Object.fromEntries(fields), slug } };
}

function tryEdit(text: string, edit: ModesEdit): EditedText | undefined {
  try {
    return editModesText(text, edit, { file: '.roomodes' });
  } catch (error) {
    const isOurs =
      error instanceof Error &&
      error.name === 'ModeError' &&
      'code' in error &&
      errorCodes.includes(String(error.code));
    if (isOurs) return undefined;
    throw error;
  }
}

interface Edited {
  readonly before: ParsedModes;
  readonly beforeText: string;
  readonly edited: EditedText;
  readonly wanted: ModesEdit;
}

function expectEdited({ before, beforeText, edited, wanted }: Edited): void {
  const after = read(edited.text);
  const slug = wanted.kind === 'save' ? wanted.mode.slug : wanted.slug;
  expect(
    edited.changed || edited.text === beforeText,
    'an edit that changes nothing to return the very text',
    edited.text,
  );
  // A text without modes is broken, and a deletion leaves it as it is.
  if (!edited.changed && before.unreadable !== undefined) return;
  expect(after.unreadable === undefined, 'the edited text to be readable', edited.text);
  expectEqual(othersOf(after, slug), othersOf(before, slug), 'the other modes');
  expectEqual(outsideOf(after), outsideOf(before), 'what stands beside the modes');
  const saved = after.modes.find(({ config }) => config.slug === slug);
  if (wanted.kind === 'delete') expect(saved === undefined, 'the deleted mode to be gone', edited.text);
  else expectSaved(saved?.config, wanted.mode, edited.text);
  const again = tryEdit(edited.text, wanted);
  expect(
    again !== undefined && !again.changed && again.text === edited.text,
    'the same edit again to change nothing',
    edited.text,
    again,
  );
}

function expectSaved(saved: object | undefined, wanted: Readonly<Record<string, unknown>>, text: string): void {
  expect(saved !== undefined, 'the saved mode to be there', text);
  // A key that the mode schema does not have stays when the mode to save does not name it.
  const keys = ['name', 'roleDefinition', 'whenToUse', 'customInstructions', ...('x-own' in wanted ? ['x-own'] : [])];
  for (const key of keys)
    expectEqual((saved as Readonly<Record<string, unknown>>)[key], wanted[key], `the saved ${key}`);
}

function othersOf({ document }: ParsedModes, slug: string): readonly unknown[] {
  const list = (document as { readonly customModes?: unknown } | null | undefined)?.customModes;
  return Array.isArray(list)
    ? list.filter((mode: unknown) => (mode as { readonly slug?: unknown } | null)?.slug !== slug)
    : [];
}

function outsideOf({ document }: ParsedModes): readonly unknown[] {
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).filter(([key]) => key !== 'customModes');
}
