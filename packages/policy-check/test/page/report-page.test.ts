import { createHash } from 'node:crypto';
import { compilePolicy, decide, type ModeConfig } from '@modegate/mode-core';
import { createCommandJudge } from '@modegate/mode-core/commands';
import { type CheckResult, check, createWorkspace } from '@modegate/policy-check';
import {
  drawMode,
  type ModePicture,
  markup,
  maxPictures,
  type PermissionReport,
  type ProfileReport,
  pictureMode,
  renderMarkup,
  renderReport,
  reportStyle,
} from '@modegate/policy-check/page';
import {
  diffPolicies,
  diffSettings,
  findBypasses,
  gridOfMatrix,
  permissionMatrix,
  type ServerInventory,
} from '@modegate/policy-check/permissions';
import { compileProject } from '@modegate/project';
import { shellAnalyser } from '@modegate/shell-commands';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryInventory, arbitraryPolicies } from '../support/arbitrary-policy.ts';

const mode = (slug: string, more: Partial<ModeConfig> = {}): ModeConfig => ({
  slug,
  name: slug.toUpperCase(),
  roleDefinition: 'A role.',
  groups: ['read', ['edit', { fileRegex: '^docs/' }], 'command', 'mcp'],
  ...more,
});
const files = ['docs/a.md', 'docs/b.md', 'src/a.ts'];
const noFindings: CheckResult = {
  findings: [],
  counts: { error: 0, warning: 0, info: 0, suppressed: 0 },
  rules: [],
  failures: [],
};

interface Sample {
  readonly modes?: readonly ModeConfig[];
  readonly inventory?: readonly ServerInventory[];
  readonly more?: Partial<PermissionReport>;
}

function picturesOf({ modes = [mode('docs')], inventory = [] }: Sample): {
  readonly policy: ReturnType<typeof compilePolicy>;
  readonly matrix: ReturnType<typeof permissionMatrix>;
  readonly pictures: readonly ModePicture[];
} {
  const policy = compilePolicy({
    project: modes,
    builtin: [],
    servers: inventory.map(({ name }) => ({ name })),
    commands: createCommandJudge({ analyser: shellAnalyser, shell: 'bash' }),
  });
  const matrix = permissionMatrix(policy, { inventory });
  const ways = findBypasses(policy, { inventory });
  const pictures = matrix.modes
    .slice(0, maxPictures)
    .map((slug) => pictureMode({ policy, mode: slug, rows: matrix.rows, ways, files }));
  return { policy, matrix, pictures };
}

function reportOf(sample: Sample = {}): string {
  const { matrix, pictures } = picturesOf(sample);
  return renderReport({
    project: 'demo',
    version: '1.2.3',
    modes: pictures,
    matrix,
    result: noFindings,
    context: {},
    ...sample.more,
  });
}

describe('the picture of a report', () => {
  test('the picture says for every tool of every server what decide answers', () => {
    fc.assert(
      fc.property(arbitraryPolicies, arbitraryInventory, ({ policy }, inventory) => {
        const { rows, modes } = permissionMatrix(policy, { inventory });
        for (const slug of modes) {
          const { servers } = pictureMode({ policy, mode: slug, rows, ways: [] });
          for (const { server, tools } of servers)
            for (const { name, state } of tools) {
              const request = { mode: slug, tool: 'use_mcp_tool', mcp: { server, tool: name } };
              const isPlain = state === 'allowed' || state === 'denied';
              if (isPlain)
                expect([name, state]).toEqual([name, decide(policy, request).allowed ? 'allowed' : 'denied']);
            }
        }
      }),
      { numRuns: 200 },
    );
  });

  test('the picture counts the files that decide allows a limited tool to touch', () => {
    const { pictures } = picturesOf({});
    expect(pictures[0]?.groups.find(({ group }) => group === 'edit')).toMatchObject({
      state: 'limited',
      limits: [{ pattern: '^docs/' }],
      files: { opened: 2, asked: 3, left: 0, sample: ['docs/a.md', 'docs/b.md'] },
    });
  });

  test('the picture shows the commands that the rules of a mode treat differently from all others', () => {
    const commandRestrictions = { allowedCommands: ['git status *', 'npm test'], askCommands: ['git push'] };
    const { pictures } = picturesOf({ modes: [mode('docs', { commandRestrictions }), mode('other')] });
    const commandsOf = (index: number) => pictures[index]?.groups.find(({ group }) => group === 'command')?.commands;
    const named = (name: string) => commandsOf(0)?.listed.find((one) => one.name === name);
    expect(commandsOf(0)?.others).toBe('denied');
    expect([named('npm test')?.state, named('git push')?.state]).toEqual(['allowed', 'asks']);
    expect(commandsOf(1)).toBeUndefined();
    const report = reportOf({ modes: [mode('docs', { commandRestrictions })] });
    expect(report).toContain('others: denied, git status');
  });

  test('N5 a pattern that matches every file is still shown as a limit, since it refuses paths outside the project', () => {
    const groups: ModeConfig['groups'] = [
      ['read', { fileRegex: '.*' }],
      ['edit', { fileRegex: '^docs/' }],
    ];
    const { matrix, pictures } = picturesOf({ modes: [mode('m', { groups })] });
    const { state, limits, files: reach } = pictures[0]?.groups.find(({ group }) => group === 'read') ?? {};
    expect([state, limits?.map(({ pattern }) => pattern), reach?.left]).toEqual(['limited', ['.*'], reach?.left]);
    const grid = gridOfMatrix(matrix);
    const [read, edit] = grid.sections.map(({ lines }) => lines[0]?.cells[0]);
    expect([read?.state, edit?.state]).toEqual(['limited', 'limited']);
  });

  test('the picture shows closed, open and limited groups', () => {
    const { pictures } = picturesOf({ modes: [mode('m', { groups: ['read'] })] });
    const states = pictures[0]?.groups.map(({ group, state }) => [group, state]);
    expect(states).toEqual([
      ['read', 'open'],
      ['edit', 'closed'],
      ['browser', 'closed'],
      ['command', 'closed'],
      ['mcp', 'closed'],
      ['always', 'open'],
    ]);
  });

  test('the picture shows the number of every way around a limit on an arrow or a card', () => {
    const writers = Array.from({ length: 30 }, (_, at) => ({ name: `s${at}`, tools: [{ name: 'write_it' }] }));
    const { pictures } = picturesOf({ modes: [mode('docs'), mode('all', { groups: ['edit'] })], inventory: writers });
    for (const picture of pictures) {
      const drawn = renderMarkup(drawMode(picture));
      const numbers = [...drawn.matchAll(/class="mgr-number">.*?>([\d, …]+)<\/text>/gs)].flatMap(([, text = '']) =>
        text.split(/, /).map(Number),
      );
      expect(picture.ways.length).toBeGreaterThan(0);
      // Many at one card are cut; the first two are always there.
      expect(numbers).toContain(1);
      if (picture.ways.length <= 3) expect(new Set(numbers).size).toBe(picture.ways.length);
    }
    const closest = picturesOf({}).pictures[0];
    expect(closest?.ways.map(({ kind }) => kind)).toEqual(['file-limit-by-command']);
    expect(renderMarkup(drawMode(closest as ModePicture))).toContain('class="mgr-way"');
  });
});

describe('a report', () => {
  test('a report is one file that loads nothing and runs nothing', () => {
    const page = reportOf();
    expect(page).toMatch(/^<!doctype html>\n<html lang="en" /);
    expect(page).not.toMatch(
      /<(script|link|img|iframe|object|embed|form|base)\b|\bstyle="|\bon\w+="|url\(|@import|src=/i,
    );
    const hash = createHash('sha256').update(reportStyle).digest('base64');
    expect(page.replaceAll('&#39;', "'")).toContain(
      `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
    );
    expect(page).toContain(`<style>${reportStyle}</style>`);
    expect(reportOf()).toBe(page);
  });

  const bidi = '\u202eevil\u2066\u200b';
  const hostileNames = [
    '<img src=x onerror=alert(1)>',
    '"></text><script>alert(1)</script>',
    "' onload='x",
    bidi,
    'n'.repeat(10_000),
    '\ud800',
    'a\u0000b',
    '</style><b>',
  ];
  test.each(hostileNames)('a report shows the hostile name %j as text', (name) => {
    const page = reportOf({
      modes: [mode('docs', { name }), mode('other', { groups: [['edit', { fileRegex: 'x', description: name }]] })],
      inventory: [{ name, tools: [{ name }] }],
      more: {
        project: name,
        notes: [name],
        result: { ...noFindings, failures: [{ rule: { id: 'M001' } as never, message: name }] },
        comparison: { state: 'failed', before: name, message: name },
      },
    });
    const tags = new Set([...page.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag = '']) => tag.toLowerCase()));
    expect([...tags].filter((tag) => !knownTags.includes(tag))).toEqual([]);
    expect(page.replaceAll(/"[^"]*"/g, '')).not.toMatch(/<[^>]*\son\w+=/i);
    expect(page.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}\u200b\u202a-\u202e\u2066-\u2069]/u);
    expect(page.length).toBeLessThan(200_000);
  });

  test('a report shows findings with their frames, without secrets', () => {
    const text = JSON.stringify(
      { mcpServers: { a: { command: 'x', env: { TOKEN: `ghp_${'a1B2'.repeat(9)}` } } } },
      null,
      2,
    );
    const project = compileProject(
      {
        modes: [],
        servers: [{ layer: 'project', path: '.roo/mcp.json', file: '.roo/mcp.json', reading: { state: 'read', text } }],
      },
      {},
    );
    const result = check(createWorkspace({ project }), { preset: 'audit' });
    expect(result.findings.map(({ rule }) => rule)).toContain('M060');
    const page = reportOf({ more: { result, context: { sourceText: () => text } } });
    expect(page).toContain('M060');
    expect(page).toContain('TOKEN');
    expect(page).not.toContain('a1B2');
  });

  test('a report shows what a change grants, removes and opens around the limits', () => {
    const before = picturesOf({ modes: [mode('docs', { groups: ['read', 'browser'] })] });
    const after = picturesOf({});
    const diff = diffPolicies(before, after);
    const newWays = findBypasses(after.policy);
    const page = reportOf({ more: { comparison: { state: 'compared', before: 'main', after: 'now', diff, newWays } } });
    expect(page).toContain('docs gains execute_command');
    expect(page).toContain('docs loses browser_action');
    expect(page).toContain('New ways around');
    const same = { addedModes: [], removedModes: [], changes: [] };
    const settings = diffSettings(
      { ...after, settings: { hooks: { protect: true } } },
      { ...after, settings: { hooks: { protect: false, tools: {} }, disabledTools: ['skill'] } },
    );
    const configured = reportOf({
      more: { comparison: { state: 'compared', before: 'main', after: 'now', diff: same, newWays: [], settings } },
    });
    expect(configured).toMatch(/Grants.*hooks\.protect.* is off.*Takes away.*disabledTools.* now lists skill/s);
    expect(configured).not.toContain('No permission differs');
    const quiet = reportOf({
      more: { comparison: { state: 'compared', before: 'main', after: 'now', diff: same, newWays: [] } },
    });
    expect(quiet).toContain('No permission differs');
  });

  test('a report shows profile changes under separate headings, where undecided changes are not grants', () => {
    const diff = { changes: [], addedModes: [], removedModes: [] };
    const profiles = (['granted', 'unknown', 'tightened', 'other'] as const).map((direction) => ({
      direction,
      message: `codex ${direction}.`,
    }));
    const page = reportOf({
      more: { comparison: { state: 'compared', before: 'a', after: 'b', diff, newWays: [], profiles } },
    });
    for (const [head, direction] of [
      ['Grants', 'granted'],
      ['Not settled', 'unknown'],
      ['Takes away', 'tightened'],
      ['Other changes', 'other'],
    ])
      expect(page).toMatch(new RegExp(`<h3>${head}</h3><ul[^>]*><li><bdi>codex ${direction}\\.`));
    expect(page).not.toContain('No permission differs');
  });

  test('a report shows commands in the matrix, what asks a person, and which agents ignore the rules', () => {
    const commandRestrictions = { allowedCommands: ['npm test'], askCommands: ['git push'] };
    const page = reportOf({ modes: [mode('docs', { commandRestrictions })] });
    expect(page).toMatch(/<th scope="row">.*npm test.*data-state="allowed".*\n.*npm test ….*data-state="denied"/);
    expect(page).toMatch(/<th scope="row">.*git push.*data-state="asks".*aria-label="asks first"/);
    expect(page).toContain('Roo Code, Zoo Code, Kilo Code and IBM Bob ignore this field.');
    expect(page).toContain('docs/package.json');
    expect(reportOf()).not.toContain('ignore this field.');
  });

  test('N5 a report shows code in a note as code, and the matrix in sections with words', () => {
    const page = reportOf({ more: { notes: ['Run `modegate lock --live`.'] } });
    expect(page).toContain('Run </bdi><code>modegate lock --live</code>');
    expect(page).toMatch(/<th scope="rowgroup">.*Edit files.*all, with limits/);
  });

  test('a report on profiles names everything in words, shows hostile names as text, and omits modes without any', () => {
    const profiles: ProfileReport = {
      columns: ['claude-code', '<img src=x>'],
      rows: [
        {
          title: 'Run commands',
          cells: [
            { state: 'limited', words: ['asks', "denied by 'Bash(<b>)'", 'allowed by 12 rules'] },
            { state: 'not-offered', words: ['not offered'] },
          ],
        },
      ],
      notes: ['6 agents are not shown; `--agent opencode` shows them.'],
    };
    const page = reportOf({ modes: [], more: { profiles } });
    expect(page).toMatch(/~<\/span> <bdi>asks<\/bdi><ul><li><bdi>denied by &#39;Bash\(&#60;b&#62;\)&#39;<\/bdi><\/li>/);
    expect(page).toMatch(/–<\/span> <bdi>not offered<\/bdi><\/td>/);
    expect(page).toContain('<code>--agent opencode</code>');
    expect(page).not.toContain('<img');
    expect(page).not.toContain('Modes at a glance');
    const many = { ...profiles, columns: Array.from({ length: 50 }, (_, index) => `p${index}`) };
    expect(reportOf({ more: { profiles: many } })).toContain('10 more columns are not shown.');
    expect(reportOf()).not.toContain('Agents and their profiles');
  });

  test('a report with many modes and tools stays small and says what it omits', () => {
    const modes = Array.from({ length: 150 }, (_, at) => mode(`m${at}`));
    const inventory = [{ name: 'big', tools: Array.from({ length: 1000 }, (_, at) => ({ name: `tool_${at}` })) }];
    const page = reportOf({ modes, inventory });
    expect(page).toContain('90 more modes are not shown');
    expect(page).toContain('more tools are not shown');
    expect(page).toContain('more rows are not shown');
    expect(page.length).toBeLessThan(12_000_000);
  });
});

test('text inserted into markup is escaped, in text and in attributes', () => {
  expect(renderMarkup(markup`<a title="${'"<x>\''}">${['a&b', 1, undefined, false, markup`<b>${'<'}</b>`]}</a>`)).toBe(
    '<a title="&#34;&#60;x&#62;&#39;">a&#38;b1<b>&#60;</b></a>',
  );
});

const knownTags =
  'a bdi body code details div doctype footer g h1 h2 h3 h4 head header html li main meta nav ol p path pre rect circle section span style summary svg table tbody td text th thead title tr ul'.split(
    ' ',
  );
