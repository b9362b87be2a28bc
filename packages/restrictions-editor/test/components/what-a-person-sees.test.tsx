// @vitest-environment jsdom

import type { ModePicture } from '@modegate/policy-check/page';
import { ConnectedModeEditor, ModeEditor } from '@modegate/restrictions-editor';
import { createEditorHost } from '@modegate/restrictions-editor/messages';
import {
  type EditorProject,
  type ModeDraft,
  permissionsOf,
  type WhyQuestion,
} from '@modegate/restrictions-editor/model';
import { GridView, ModeOverview, WhyOnRequest } from '@modegate/restrictions-editor/views';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { connectInMemory } from '../support/connect-in-memory.ts';
import { openMode } from '../support/editor-of.ts';
import { project } from '../support/projects.ts';
import { draw, layOut, lineOf } from '../support/render.tsx';

layOut();

/** The mode editor as its owner uses it. */
function open(given: EditorProject = project, slug = 'docs') {
  function Owner() {
    const [draft, setDraft] = useState<ModeDraft>(openMode(given, slug).draft);
    return <ModeEditor project={given} value={draft} onChange={setDraft} />;
  }
  return draw(<Owner />);
}

describe('the editor', () => {
  const broken = { code: 'FILE_UNREADABLE', message: 'It is not YAML.' } as const;

  test('Q8 the editor says at the top that the modes file cannot be read, and claims no open files', () => {
    open({ ...project, edited: { layer: 'project', file: '.roomodes', unreadable: broken } }, 'code');
    expect(screen.getByText('.roomodes cannot be used. It is not YAML.')).toBeVisible();
    expect(screen.getByText(/Everything that these files may restrict is refused/)).toBeVisible();
    expect(screen.queryByText('All project files are accessible.')).toBeNull();
    expect(screen.getByRole('group', { name: 'Tool groups' })).toBeDisabled();
  });

  test('Q9 the editor says once what is wrong with a file pattern', async () => {
    const { user } = open();
    const field = screen.getByLabelText('Edit files: file pattern');
    await user.clear(field);
    await user.type(field, '[[a');
    const told = screen.getAllByText(/not a regular expression/);
    expect(told.map(({ textContent }) => textContent)).toEqual([
      'No file is accessible. The pattern is not a regular expression: Unterminated character class.',
    ]);
  });

  test('Q9 the editor lists a broken pattern of a group without a field', () => {
    const text = `customModes:
  - { slug: docs, name: Docs, roleDefinition: You write., groups: [read, [command, { fileRegex: '[b' }]] }
`;
    open({ ...project, edited: { ...project.edited, text } });
    expect(screen.getByText(/the file pattern '\[b'/)).toBeVisible();
  });

  test('Q16 the editor warns of an unknown server with the nearest name, and accepts no entry twice', async () => {
    const { user } = open();
    await user.click(screen.getByRole('tab', { name: 'Rules' }));
    await user.selectOptions(screen.getByLabelText('List'), 'Denied servers');
    const server = screen.getByLabelText('Server (* and ? are wildcards)');
    await user.type(server, 'githb');
    const preview = screen.getByRole('status', { name: 'Preview' });
    expect(preview).toHaveTextContent(/matches no known server.*Did you mean 'github'/);
    await user.keyboard('{Enter}');
    expect(server).toHaveValue('');
    const list = screen.getByRole('region', { name: 'Denied servers' });
    expect(list).toHaveTextContent(/githb.*matches no known server.*Did you mean 'github'/);
    await user.type(server, 'githb');
    expect(preview).toHaveTextContent('This entry is already in the list.');
    expect(screen.getByRole('button', { name: 'Add' })).toBeDisabled();
    await user.keyboard('{Enter}');
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  });

  test('N7 the editor shows words if no tool is known, and says what the meter counts', () => {
    open({ ...project, offered: [] });
    expect(screen.queryByText(/0 of 0/)).toBeNull();
    expect(screen.getByText('No MCP tools are known')).toBeVisible();
    expect(screen.getByText(/tools including the agent’s own; several providers accept at most 128/)).toBeVisible();
  });

  test('the filters count tools and not servers, like the meter', () => {
    open();
    expect(screen.getByText('4 of 5 MCP tools allowed')).toBeVisible();
    expect(screen.getByRole('radio', { name: 'All 5' })).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Denied 1' })).toBeVisible();
  });

  test('the notice of an act disappears once something else has changed', async () => {
    const { user } = open();
    await user.click(lineOf('search').querySelector('.mge-box') as Element);
    expect(screen.getByText('Denied: 1 row changed.')).toBeVisible();
    await user.click(within(screen.getByRole('radiogroup', { name: 'Tools added later' })).getByText('Denied'));
    expect(screen.queryByText('Denied: 1 row changed.')).toBeNull();
  });

  test('the editor says why a server is not connected', async () => {
    const offered = [{ name: 'jira', connected: false, note: 'It ended with code 3.', tools: [] }];
    const { user } = open({ ...project, offered });
    await user.click(lineOf('jira'));
    expect(screen.getByText('It ended with code 3.')).toBeVisible();
  });

  test('the editor says that saving a built-in mode makes a copy', async () => {
    const read = async () => ({ project, save: async () => 'saved' as const });
    draw(<ConnectedModeEditor client={connectInMemory(createEditorHost({ read })).client} mode="code" />);
    expect(await screen.findByText('Code is built in. Saving writes a copy of it to .roomodes.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('Codebuilt in');
  });
});

const cell = (state: 'allowed' | 'limited' | 'asks' | 'denied' | 'unknown' | 'not-offered') => ({ state, reason: 'r' });

describe('the matrix', () => {
  const grid = {
    columns: [
      { id: 'docs', title: 'docs' },
      { id: 'claude', title: 'claude', source: '.claude' },
    ],
    sections: [
      {
        id: 'edit',
        kind: 'group' as const,
        lines: [
          {
            label: 'write_to_file',
            target: 'write_to_file',
            cells: [{ ...cell('limited'), confinement: 'allowed for a.md' }, cell('asks')],
          },
          { label: 'apply_diff', target: 'apply_diff', cells: [cell('limited'), cell('not-offered')] },
        ],
      },
    ],
    left: { columns: 0, lines: 0 },
  };

  test('N7 the matrix sums up a section in words, has a legend, and names every state for a screen reader', () => {
    draw(<GridView grid={grid} chosen="docs" startsOpen onAsk={() => undefined} />);
    expect(screen.getByText('all, with limits')).toBeVisible();
    expect(screen.getByText('1 of 2')).toBeVisible();
    const legend = document.querySelector('.mgv-legend');
    for (const words of ['allowed', 'with limits', 'asks first', 'denied', 'not offered'])
      expect(legend).toHaveTextContent(words);
    expect(screen.getByRole('cell', { name: 'docs, write_to_file: allowed for a.md' })).toBeVisible();
    expect(screen.getByRole('cell', { name: 'claude, apply_diff: not offered' })).toBeVisible();
  });

  test('the matrix answers about a cell by arrow keys and Enter', async () => {
    const onAsk = vi.fn();
    const { user } = draw(<GridView grid={grid} chosen="docs" startsOpen onAsk={onAsk} />);
    screen.getByRole('cell', { name: /^docs, write_to_file/ }).focus();
    await user.keyboard('{ArrowDown}{ArrowRight}{Enter}');
    expect(onAsk).toHaveBeenCalledWith('claude', 'apply_diff');
  });
});

test('an overview says in words that a server is partly open, and shows no emoji', () => {
  const picture: ModePicture = {
    slug: 'docs',
    name: '🪲 Docs',
    source: 'builtin',
    groups: [],
    ways: [],
    rows: [],
    servers: [
      {
        server: 'github',
        state: 'limited',
        tools: [
          { name: 'a', state: 'allowed' },
          { name: 'b', state: 'denied' },
        ],
        otherTools: 'denied',
        resources: 'allowed',
      },
    ],
  };
  draw(<ModeOverview mode={permissionsOf(picture)} />);
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(/^Docs$/);
  expect(screen.getByText(/built in/)).toBeVisible();
  const tile = screen.getByText('github').closest('li') as HTMLElement;
  expect(tile.dataset.state).toBe('limited');
  expect(within(tile).getByText('with limits')).toBeVisible();
  // The rest of the bar stands for all other tools, which are denied.
  expect([...tile.querySelectorAll('rect')].at(-1)?.dataset.state).toBe('denied');
});

test('an overview lists the commands in the rules of a mode, and what applies to all others', () => {
  const listed = [
    { name: 'git status', state: 'allowed' },
    { name: 'git push', state: 'asks' },
  ] as const;
  const group = { group: 'command', state: 'limited', limits: [], commands: { listed, others: 'denied' } } as const;
  const tools = [{ name: 'execute_command', state: 'limited' }] as const;
  const picture = { slug: 'docs', name: 'Docs', source: 'project', groups: [{ ...group, tools }] } as const;
  draw(<ModeOverview mode={permissionsOf({ ...picture, ways: [], rows: [], servers: [] })} />);
  const tile = within(screen.getByText('Run commands').closest('li') as HTMLElement);
  expect(tile.getByText('git push').closest('li')).toHaveTextContent('asks first');
  expect(tile.getByText('other commands: denied')).toBeVisible();
});

test('a question that cannot be understood hides the previous answer', async () => {
  const question: WhyQuestion = {
    mode: 'docs',
    target: 'read_file',
    files: '',
    command: '',
    shell: '',
    args: '',
    at: '',
    branch: '',
    ci: false,
  };
  const answers = {
    why: async ({ args }: { readonly args: string }) =>
      args === ''
        ? ({
            state: 'answered',
            outcome: 'allowed',
            rule: 'r',
            steps: [{ check: 'always-available', outcome: 'passed', detail: 'd' }],
          } as const)
        : ({ state: 'unclear', field: 'args', message: 'Arguments are a JSON object.' } as const),
  };
  function Owner() {
    const [asked, setAsked] = useState(question);
    return (
      <WhyOnRequest
        answers={answers}
        question={asked}
        targets={[]}
        onChange={(part) => setAsked((before) => ({ ...before, ...part }))}
      />
    );
  }
  const { user } = draw(<Owner />);
  expect(await screen.findByText('Always available')).toBeVisible();
  await user.type(screen.getByLabelText('Arguments as JSON'), 'x');
  await user.click(screen.getByRole('button', { name: 'May docs do this?' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Arguments are a JSON object.');
  expect(screen.queryByRole('region', { name: 'Answer' })).toBeNull();
});
