// @vitest-environment jsdom

import { englishStrings, McpRestrictionsEditor, McpToolSelector } from '@modegate/restrictions-editor';
import {
  compileDraft,
  type EditorProject,
  listRows,
  type McpRestrictionsValue,
} from '@modegate/restrictions-editor/model';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { openMode } from '../support/editor-of.ts';
import { project, projectWith } from '../support/projects.ts';
import { draw, layOut, lineOf } from '../support/render.tsx';

layOut();

/** The editor as its owner uses it: what comes out goes in again. */
function open(given: EditorProject = project) {
  const changes: McpRestrictionsValue[] = [];
  function Owner() {
    const [value, setValue] = useState(openMode(given).draft.restrictions);
    return (
      <McpRestrictionsEditor
        project={given}
        mode="docs"
        value={value}
        onChange={(next) => {
          changes.push(next);
          setValue(next);
        }}
      />
    );
  }
  return { changes, ...draw(<Owner />) };
}
const denied = (...tools: readonly string[]) => tools.map((toolName) => ({ serverName: 'github', toolName }));
const kept = { disallowedTools: denied('delete_repo') };

describe('the editor by keyboard alone', () => {
  test('a tool is found, denied and cleared again by keyboard', async () => {
    const { user, changes } = open();
    await user.tab();
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('tree')).toHaveAttribute('aria-activedescendant', lineOf('delete_repo').id);
    await user.keyboard('{Home}{ArrowDown} ');
    expect(changes).toEqual([{ disallowedTools: denied('delete_repo', 'create_issue') }]);
    expect(lineOf('create_issue')).toHaveAttribute('aria-checked', 'false');
    expect(screen.getByText('Denied: 1 row changed.')).toBeVisible();
    await user.keyboard('{Delete}');
    expect(changes.at(-1)).toEqual(kept);
  });

  test('servers open and close by keyboard, and letters find a name', async () => {
    const { user } = open();
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowLeft}');
    expect(lineOf('github')).toHaveAttribute('aria-expanded', 'false');
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(lineOf('create_issue')).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{ArrowLeft}');
    expect(lineOf('github')).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('ji');
    expect(lineOf('jira')).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{End}');
    expect(lineOf('vault')).toHaveAttribute('aria-selected', 'true');
  });

  test('the key / moves to the search', async () => {
    const { user } = open();
    screen.getByRole('tree').focus();
    await user.keyboard('/repo');
    expect(screen.getByRole('searchbox')).toHaveValue('repo');
    expect(screen.getAllByRole('treeitem').map((line) => line.textContent?.split(',')[0])).toEqual([
      'github',
      'create_issue',
      'delete_repo',
    ]);
  });
});

describe('the editor by mouse', () => {
  test('a ticked box makes the row say why', async () => {
    const { user, changes } = open();
    expect(lineOf('github')).toHaveAttribute('aria-checked', 'mixed');
    await user.click(lineOf('search').querySelector('.mge-box') as Element);
    expect(changes).toEqual([{ disallowedTools: denied('delete_repo', 'search') }]);
    expect(screen.getByRole('heading', { level: 3 })).toHaveTextContent('searchdeniedNamed');
    expect(screen.getByText(/Tool 'search' of MCP server 'github' is disallowed/)).toBeVisible();
  });

  test('the box of a server allows the whole server', async () => {
    const { user, changes } = open();
    await user.click(lineOf('github').querySelector('.mge-box') as Element);
    expect(changes).toEqual([undefined]);
    expect(lineOf('github')).toHaveAttribute('aria-checked', 'true');
  });

  test('a bulk act affects the visible rows and says how many', async () => {
    const { user, changes } = open();
    await user.type(screen.getByRole('searchbox'), 'search');
    await user.click(screen.getByRole('button', { name: 'Deny 2 visible' }));
    expect(changes.at(-1)?.disallowedTools).toEqual([
      ...denied('delete_repo', 'search'),
      { serverName: 'jira', toolName: 'search' },
    ]);
    expect(screen.getByText('Denied: 2 rows changed.')).toBeVisible();
  });

  test('filters show what is denied and what is new', async () => {
    const { user } = open();
    await user.click(screen.getByRole('radio', { name: 'New 1' }));
    expect(screen.getAllByRole('treeitem')).toHaveLength(2);
    await user.click(screen.getByRole('radio', { name: 'Denied 1' }));
    expect(lineOf('delete_repo')).toBeVisible();
  });

  test('servers are chosen in a separate list', async () => {
    const { user, changes } = open();
    await user.click(screen.getByRole('tab', { name: 'Servers' }));
    const jira = screen.getByRole('radiogroup', { name: 'Access to jira' });
    await user.click(within(jira).getByRole('radio', { name: 'Deny' }));
    expect(changes.at(-1)).toEqual({ ...kept, disallowedServers: ['jira'] });
    expect(within(jira).getByRole('radio', { name: 'Deny' })).toBeChecked();
  });

  test('a closed list denies what is added later', async () => {
    const { user, changes } = open();
    await user.click(
      within(screen.getByRole('radiogroup', { name: 'Servers added later' })).getByRole('radio', { name: 'Denied' }),
    );
    expect(changes).toEqual([{ ...kept, allowedServers: ['github', 'jira'] }]);
  });
});

test('two acts before the next rendering both take effect', async () => {
  const changes: McpRestrictionsValue[] = [];
  draw(
    <McpRestrictionsEditor project={project} mode="docs" value={undefined} onChange={(next) => changes.push(next)} />,
  );
  const [first, second] = ['create_issue', 'search'].map((name) => lineOf(name).querySelector<HTMLElement>('.mge-box'));
  first?.click();
  second?.click();
  expect(changes.at(-1)).toEqual({ disallowedTools: denied('create_issue', 'search') });
});

describe('rules in the restrictions editor', () => {
  test('rules are previewed before they are added', async () => {
    const { user, changes } = open();
    await user.click(screen.getByRole('tab', { name: 'Rules' }));
    await user.type(screen.getByLabelText(englishStrings.newRuleServer), '*');
    await user.type(screen.getByLabelText(englishStrings.newRuleTool), 's*');
    expect(screen.getByRole('status', { name: 'Preview' })).toHaveTextContent(
      'matches 3 servers, 2 toolsgithub / searchjira / search',
    );
    expect(changes).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(changes).toEqual([{ disallowedTools: [...denied('delete_repo'), { serverName: '*', toolName: 's*' }] }]);
    await user.click(screen.getByRole('button', { name: 'Remove */s*' }));
    expect(changes.at(-1)).toEqual(kept);
  });

  test('contradicting rules say so on both sides', async () => {
    const { user } = open(projectWith({ allowedTools: denied('search'), disallowedTools: denied('search') }));
    await user.click(screen.getByRole('tab', { name: 'Rules' }));
    expect(screen.getByText(/Contradicts entry 1 of “Denied tools”/)).toBeVisible();
    expect(screen.getByText(/Contradicts entry 1 of “Allowed tools”/)).toBeVisible();
    expect(screen.getByRole('list', { name: 'Findings' })).toHaveTextContent('both allows and disallows');
  });
});

test('the editor shows a change as text and as permissions before it is saved', async () => {
  const { user } = open();
  await user.click(screen.getByRole('button', { name: /^Allow 6 visible/ }));
  await user.click(screen.getByRole('tab', { name: 'File' }));
  expect(screen.getByRole('figure')).toHaveTextContent('Changes to .roomodes');
  await user.click(screen.getByRole('tab', { name: 'Permissions' }));
  expect(screen.getByRole('region', { name: 'Grants' })).toHaveTextContent('docs gains github/delete_repo');
});

test('names from elsewhere are shown as text and hide nothing', () => {
  const names = ['<img src=x onerror=alert(1)>', 'safe\u202Edenied\u2066', 'x'.repeat(10_000), ''];
  const offered = [
    { name: 'github', tools: names.filter((name) => name !== '').map((name) => ({ name, description: name })) },
  ];
  const { container } = open({ ...project, offered });
  expect(container.querySelector('img')).toBeNull();
  expect(lineOf('safe\\\\u\\{202e\\}denied\\\\u\\{2066\\}')).toBeVisible();
  expect(screen.getByText(/9,880 more characters/)).toBeVisible();
});

test('a row that cannot be changed says which rule applies', async () => {
  const { user } = open({ ...project, servers: [{ name: 'github', disabled: true, file: '.mcp.json' }] });
  await user.click(lineOf('search').querySelector('.mge-box') as Element);
  expect(screen.getByText(/1 could not be changed.*is disabled in its settings/)).toBeVisible();
});

test('nothing can be changed in read-only mode', async () => {
  const onChange = vi.fn();
  const { user } = draw(
    <McpRestrictionsEditor project={project} mode="docs" value={undefined} onChange={onChange} readOnly />,
  );
  await user.click(lineOf('search').querySelector('.mge-box') as Element);
  screen.getByRole('tree').focus();
  await user.keyboard(' {Delete}');
  expect(onChange).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: /visible/ })).toBeNull();
});

test('another language replaces every word of the editor', () => {
  const strings = { ...englishStrings, search: 'Suchen', treeLabel: 'Server und Werkzeuge' };
  draw(
    <McpRestrictionsEditor
      project={project}
      mode="docs"
      value={undefined}
      onChange={() => undefined}
      strings={strings}
    />,
  );
  expect(screen.getByRole('searchbox', { name: 'Suchen' })).toBeVisible();
  expect(screen.getByRole('tree', { name: 'Server und Werkzeuge' })).toBeVisible();
});

test('only the visible ones of two thousand tools are in the document', () => {
  const tools = Array.from({ length: 2000 }, (_, index) => ({ name: `tool_${index}` }));
  const { opened, draft } = openMode({ ...project, servers: [{ name: 'big' }], offered: [{ name: 'big', tools }] });
  const rows = listRows(compileDraft(opened, draft));
  draw(
    <McpToolSelector
      rows={rows}
      active={{ server: 'big', tool: 'tool_1990' }}
      onActiveChange={() => undefined}
      expanded={new Set(['big'])}
      onExpandedChange={() => undefined}
      onAct={() => undefined}
    />,
  );
  expect(screen.getAllByRole('treeitem').length).toBeLessThan(60);
  // The active line is there wherever it is, so that its name can be read out.
  expect(lineOf('tool_1990')).toHaveAttribute('aria-setsize', '2000');
});
