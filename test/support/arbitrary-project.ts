import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { arbitraryMode, serverNames } from '../../packages/policy-check/test/support/arbitrary-policy.ts';

/** A file of a project: its bytes, or where its link leads. */
export type ProjectFile = string | Uint8Array | { readonly link: string };

/** Files by their paths, relative to a folder that has an `outside` beside it. */
export type ProjectTree = Readonly<Record<string, ProjectFile>>;

const schedule = fc.constantFrom(
  { timeZone: 'UTC', days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '08:00', to: '18:00' },
  { timeZone: 'UTC', days: ['sun'], from: '00:00', to: '24:00' },
  { timeZone: 'Mars/Olympus', days: ['mon'] },
);
const when = fc.constantFrom<object>(
  { branch: 'main' },
  { task: { depth: 0 } },
  { task: { depth: { min: 1 } } },
  { task: { state: ['active', 'delegated'], depth: { max: 2 } } },
  { task: { state: 'completed' } },
  { task: { parentMode: '*' } },
  { task: { parentmode: 'code' } },
);
const limits = fc.record(
  { extends: fc.constantFrom(['a'], ['b'], ['code'], ['nowhere']), schedule, when },
  { requiredKeys: [] },
);

/** A mode as a file has it, with inheritance, schedules, conditions, and now and then a key that does not belong there. */
const arbitraryFileMode = (slug: string) =>
  fc
    .tuple(arbitraryMode(slug), limits, fc.constantFrom({}, {}, {}, { disallowedTools: ['x'] }, { colour: 'green' }))
    .map(([mode, more, extra]) => ({
      ...mode,
      ...extra,
      ...(Object.keys(more).length + Object.keys(mode.mcpRestrictions ?? {}).length > 0 && {
        mcpRestrictions: { ...mode.mcpRestrictions, ...more },
      }),
    }));

type ArbitraryMode = (slug: string) => fc.Arbitrary<object>;

const textOf = (mode: ArbitraryMode): fc.Arbitrary<string> =>
  fc
    .tuple(mode('a'), mode('b'), fc.option(mode('code'), { freq: 4 }))
    .map((modes) => JSON.stringify({ customModes: modes.filter((one) => one !== null) }));

const commandRule = fc.constantFrom(
  'git *',
  'git status *',
  'git push',
  'git push --force',
  'cat *',
  'rm',
  '*',
  'a; b',
);
const commandEntry = fc
  .tuple(commandRule, fc.record({ schedule, when }, { requiredKeys: [] }))
  .map(([command, more]) => (Object.keys(more).length === 0 ? command : { command, ...more }));
const commandList = fc.array(commandEntry, { maxLength: 3 });

/** Rules for commands, now and then with a fault, and questions before tools of servers. */
const limitedCommands = fc
  .tuple(
    fc.record(
      { allowedCommands: commandList, askCommands: commandList, disallowedCommands: commandList },
      { requiredKeys: [] },
    ),
    limits,
    fc.constantFrom({}, {}, {}, {}, { allowedcommands: [] }, { disallowedCommands: ['rm', 1] }),
  )
  .map((parts) => Object.assign({}, ...parts) as object);
const questions = fc.record(
  {
    askServers: fc.subarray([...serverNames, '*'], { maxLength: 2 }),
    askTools: fc.subarray(
      [
        { serverName: 'github', toolName: 'search' },
        { serverName: '*', toolName: 'get_*' },
      ],
      { maxLength: 1 },
    ),
  },
  { requiredKeys: [] },
);

const commandMode: ArbitraryMode = (slug) =>
  fc
    .tuple(arbitraryFileMode(slug), fc.option(limitedCommands, { nil: undefined, freq: 3 }), questions)
    .map(([mode, commandRestrictions, asked]) => ({
      ...mode,
      ...(commandRestrictions && { commandRestrictions }),
      ...(Object.keys(asked).length > 0 && { mcpRestrictions: { ...mode.mcpRestrictions, ...asked } }),
    }));

const entry = fc.record(
  {
    command: fc.constant('server'),
    disabled: fc.boolean(),
    defaultEnabled: fc.boolean(),
    disabledTools: fc.subarray(['search', 'get_*', 'x']),
    enabled: fc.boolean(),
    includeTools: fc.subarray(['search', 'get_a']),
    disable: fc.constant(true),
  },
  { requiredKeys: ['command'] },
);
const serversText = fc
  .dictionary(fc.constantFrom(...serverNames, 'other'), fc.oneof({ weight: 5, arbitrary: entry }, fc.constant({})), {
    maxKeys: 3,
  })
  .map((servers) => JSON.stringify({ mcpServers: servers }));

const latin1 = (text: string): Uint8Array => new Uint8Array([...new TextEncoder().encode(text), 0x20, 0xe9, 0x0a]);

/** A file of some text, or one that something is wrong with. */
function arbitraryFile(text: fc.Arbitrary<string>, outside: string): fc.Arbitrary<ProjectFile | undefined> {
  return fc.oneof(
    { weight: 12, arbitrary: text },
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom('', '{', '# nothing\n', '{}') },
    { weight: 1, arbitrary: text.map(latin1) },
    { weight: 1, arbitrary: text.map((content) => `\uFEFF${content}`) },
    { weight: 1, arbitrary: fc.constantFrom({ link: outside }, { link: 'nowhere' }) },
  );
}

function projectOf(modes: fc.Arbitrary<string>): fc.Arbitrary<ProjectTree> {
  return fc
    .record({
      '.roomodes': arbitraryFile(modes, '../outside/modes'),
      '.zoomodes': fc.option(modes, { nil: undefined, freq: 4 }),
      '.roo/mcp.json': arbitraryFile(serversText, '../../outside/mcp.json'),
      '.mcp.json': fc.option(arbitraryFile(serversText, '../outside/mcp.json'), { nil: undefined, freq: 2 }),
    })
    .map((files) => Object.fromEntries(Object.entries(files).filter(([, file]) => file !== undefined)) as ProjectTree);
}

/** Projects with no, one, several, broken and linked files of modes and servers. */
export const arbitraryProject: fc.Arbitrary<ProjectTree> = projectOf(textOf(arbitraryFileMode));

/** The same, with rules for commands and with questions to a person. */
export const arbitraryProjectWithCommands: fc.Arbitrary<ProjectTree> = projectOf(textOf(commandMode));

/** Writes a project into a folder of its own, which the caller removes with the folder above it. */
export function writeProject(tree: ProjectTree): { readonly folder: string; readonly root: string } {
  const folder = mkdtempSync(join(tmpdir(), 'one-answer-'));
  const root = join(folder, 'project');
  mkdirSync(root);
  const open =
    '{ "customModes": [{ "slug": "a", "name": "A", "roleDefinition": "r", "groups": ["read", "edit", "mcp"] }] }';
  const all: ProjectTree = {
    ...Object.fromEntries(Object.entries(tree).map(([path, file]) => [join(root, path), file])),
    [join(folder, 'outside/modes')]: open,
    [join(folder, 'outside/mcp.json')]: '{ "mcpServers": { "github": { "command": "server" } } }',
  };
  for (const [path, file] of Object.entries(all)) {
    mkdirSync(dirname(path), { recursive: true });
    if (typeof file === 'object' && 'link' in file) symlinkSync(file.link, path);
    else writeFileSync(path, file);
  }
  return { folder, root };
}
