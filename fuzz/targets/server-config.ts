import fc from 'fast-check';
import { type InstallTarget, planInstall, planUninstall } from '../../packages/server-config/src/clients/index.ts';
import {
  type ConfigFileKind,
  readServerConfig,
  type ServerEntry,
  substituteVariables,
  toPolicyServers,
} from '../../packages/server-config/src/index.ts';
import { createCampaign, type Target } from '../support/campaign.ts';
import { expect, expectEqual, quickly } from '../support/expect.ts';
import { hostileJson, hostileText, hostileValue, realise } from '../support/hostile-values.ts';
import { mutatedText, tokenSoup } from '../support/mutate-text.ts';
import { loadSeeds } from '../support/seeds.ts';
import { serverTokens, variable } from './server-tokens.ts';

const maxBytes = 64 * 1024;
const maxReadMs = 1_000;

const kinds = ['roo', 'kilo', 'bob', 'claude-code', 'claude-desktop', 'vscode', 'cursor', 'generic'] as const;
const clients = ['roo', 'zoo', 'claude-code', 'claude-desktop', 'vscode', 'cursor', 'kilo', 'bob'] as const;

const variableText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        variable('env:A'),
        variable('A'),
        variable('B:-x'),
        variable('workspaceFolder'),
        variable('userHome'),
        variable('/'),
        '${',
        '}',
        '$',
        variable('env:__proto__'),
        variable('env:toString'),
        variable(''),
        variable(variable('A')),
        variable('input:x'),
      ),
      hostileText,
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(''));
const values = fc.oneof(hostileValue, fc.array(variableText), fc.dictionary(hostileText, variableText));
const env = fc.constant({ A: variable('env:B'), B: 'va"l\\ue\n', EMPTY: '' });

/** Server configurations of any text: reading, variables, and installing and taking out again. */
export const serverConfigTarget: Target = {
  name: 'server-config',
  open: () => {
    const counts = { readable: 0, servers: 0, installed: 0 };
    const seeds = loadSeeds('servers');
    const text = fc.oneof(
      { weight: 6, arbitrary: mutatedText(seeds, serverTokens) },
      { weight: 3, arbitrary: tokenSoup(serverTokens) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => new TextDecoder().decode(bytes)) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.constantFrom('mcpServers', 'servers', 'x'), hostileJson, hostileJson)
          .map(([key, one, other]) => JSON.stringify({ [key]: { a: one, b: { command: other } } })),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom(...serverTokens), fc.nat(maxBytes))
          .map(([token, length]) => token.repeat(Math.floor(length / token.length))),
      },
    );
    return createCampaign({
      arbitrary: fc.record({
        text: text.map((whole) => whole.slice(0, maxBytes)),
        kind: fc.constantFrom(...kinds),
        client: fc.constantFrom(...clients),
        name: fc.oneof(
          { weight: 5, arbitrary: fc.constant('modes') },
          { weight: 1, arbitrary: hostileText.filter((name) => name !== '') },
        ),
        values,
        env,
      }),
      judge: (input) => judge(input, counts),
      notes: () =>
        `${seeds.length} seeds, ${counts.readable} readable, ${counts.servers} servers, ${counts.installed} installed`,
    });
  },
};

interface Input {
  readonly text: string;
  readonly kind: ConfigFileKind;
  readonly client: string;
  readonly name: string;
  readonly values: unknown;
  readonly env: Readonly<Record<string, string>>;
}

async function judge(input: Input, counts: Record<'readable' | 'servers' | 'installed', number>): Promise<void> {
  const { text, kind } = input;
  const reading = quickly(() => readServerConfig(text, { file: '/p/mcp.json', kind }), maxReadMs, 'reading');
  if (!reading.unreadable) counts.readable++;
  counts.servers += reading.servers.length;
  expect(!reading.unreadable || reading.servers.length === 0, 'an unreadable text to give no server');
  for (const policy of toPolicyServers(reading.servers)) expectClosedIfInvalid(policy, reading.servers);
  for (const entry of reading.servers) if (entry.state === 'valid') expectSubstituted(entry.config, input);
  const values = realise(input.values);
  if (isJson(values)) expectSubstituted(values, input);
  if (await installs(input)) counts.installed++;
}

function expectClosedIfInvalid(
  policy: ReturnType<typeof toPolicyServers>[number],
  entries: readonly ServerEntry[],
): void {
  const entry = entries.find(({ name }) => name === policy.name);
  if (entry?.state !== 'invalid') return;
  expect(
    policy.invalid !== undefined && policy.disabled && !policy.defaultEnabled,
    'an invalid server to be closed',
    policy,
  );
}

function expectSubstituted(value: unknown, { env: environment, kind }: Input): void {
  const context = { env: environment, workspaceFolder: '/p', userHome: '/h', kind };
  const before = JSON.stringify(value);
  const { value: substituted } = substituteVariables(value, context);
  expectEqual(JSON.stringify(value), before, 'the value that was given');
  expectEqual(shapeOf(substituted), shapeOf(value), 'the shape of the substituted value');
  const known = (text: unknown): unknown => (text === variable('workspaceFolder') ? '/p' : null);
  for (const [index, text] of textsOf(value).entries())
    if (known(text) !== null)
      expect(textsOf(substituted)[index] === known(text), 'a known variable to be replaced', value);
}

// The policy fields at the top are never touched, so they do not count.
function textsOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  const entries = Object.entries(value).filter(
    ([key]) => !['alwaysAllow', 'disabledTools', 'enabledTools'].includes(key),
  );
  return entries.map(([, member]: [string, unknown]) => member);
}

function shapeOf(value: unknown): unknown {
  if (typeof value === 'string') return 'text';
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).map(([key, member]: [string, unknown]) => [key, shapeOf(member)]);
}

function isJson(value: unknown): boolean {
  try {
    const text = JSON.stringify(value);
    return text !== undefined && text.length < 10_000 && fc.stringify(JSON.parse(text)) === fc.stringify(value);
  } catch {
    return false;
  }
}

// ---- install and uninstall ----

const command = { command: 'npx', args: ['-y', '@modegate/modes-server'] };

async function installs(input: Input): Promise<boolean> {
  const { text, name } = input;
  const disk = new Map<string, string>();
  const target: InstallTarget = {
    client: input.client,
    name,
    projectRoot: '/p',
    homeDir: '/h',
    platform: 'linux',
    env: {},
    readFile: (file) => disk.get(file),
  };
  const empty = await planInstall({ ...target, entry: command });
  disk.set(empty.file, text);
  const plan = await tried(() => planInstall({ ...target, entry: command }));
  const removal = await tried(() => planUninstall(target));
  if (plan === undefined) return false;
  expect(removal !== undefined, 'what can be installed into to be uninstalled from');
  if (plan.change === 'none') return false;
  const after = plan.after ?? '';
  expectInstalled({ input, file: plan.file, after });
  disk.set(plan.file, after);
  expect(
    (await planInstall({ ...target, entry: command })).change === 'none',
    'a second install to change nothing',
    after,
  );
  if (plan.change !== 'add') return true;
  if (plan.backupFile !== undefined) disk.set(plan.backupFile, text);
  expectEqual((await planUninstall(target)).after, text, 'the text after uninstalling');
  return true;
}

async function tried<Value>(plan: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await plan();
  } catch (error) {
    if (
      error instanceof Error &&
      error.name === 'ServerConfigError' &&
      'code' in error &&
      error.code === 'CONFIG_INVALID'
    )
      return undefined;
    throw error;
  }
}

function expectInstalled({
  input,
  file,
  after,
}: {
  readonly input: Input;
  readonly file: string;
  readonly after: string;
}): void {
  const [before, now] = [readServerConfig(input.text, { file }), readServerConfig(after, { file })];
  const own = now.servers.find(({ name }) => name === input.name);
  expect(own !== undefined, 'the installed server to be read again', after);
  const others = (entries: readonly ServerEntry[]) =>
    entries
      .filter(({ name }) => name !== input.name)
      .map((entry) => [entry.name, entry.state, entry.policy, entry.state === 'valid' ? entry.config : null]);
  // Servers under another key than the client's own are no longer read once its own is there.
  const isOwnRoot = before.servers.every(({ pointer }) =>
    now.servers.some((entry) => entry.pointer.split('/')[1] === pointer.split('/')[1]),
  );
  if (before.unreadable || !isOwnRoot) return;
  expectEqual(others(now.servers), others(before.servers), 'the other servers');
}
