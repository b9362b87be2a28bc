// @vitest-environment jsdom

import type { CommandRestrictions } from '@modegate/mode-core/modes';
import { ModeEditor } from '@modegate/restrictions-editor';
import { type ModeDraft, openProject, readDraft } from '@modegate/restrictions-editor/model';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { projectWith } from '../support/projects.ts';
import { draw, layOut } from '../support/render.tsx';

layOut();

/** A mode with these restrictions on commands, in an editor; `draft` is what it has now. */
function open(commandRestrictions: unknown, { groups = ['read', 'command'], readOnly = false } = {}) {
  const mode = { slug: 'docs', name: 'Docs', roleDefinition: 'r', groups, commandRestrictions };
  const text = JSON.stringify({ customModes: [mode] }, undefined, 2);
  const project = projectWith({}, { edited: { layer: 'project', file: '.roomodes', text } });
  const held: { draft: ModeDraft } = { draft: readDraft(openProject(project), 'docs') };
  function Owner() {
    const [value, setValue] = useState(held.draft);
    held.draft = value;
    return <ModeEditor project={project} value={value} onChange={setValue} readOnly={readOnly} />;
  }
  return { ...draw(<Owner />), commands: () => held.draft.commands };
}

const lists: CommandRestrictions = {
  allowedCommands: ['git status *', { command: 'git commit *', reason: 'The message is free.' }],
  askCommands: ['git push'],
};
const ruleOf = (name: string) => within(screen.getByText(name).closest('li') as HTMLElement);
const field = (name: string) => screen.getByRole('textbox', { name });

describe('the rules for commands', () => {
  test('command rules say in plain words what they match', () => {
    open(lists);
    expect(ruleOf('git status *').getByText('the program git, then status, then any further words')).toBeVisible();
    expect(ruleOf('git commit *').getByText('The message is free.')).toBeVisible();
    expect(ruleOf('git push').getByText('the program git at any path with push, whatever else follows')).toBeVisible();
  });

  test('command rules move between the lists with their reasons, and can be removed', async () => {
    const { user, commands } = open(lists);
    await user.click(ruleOf('git commit *').getByRole('radio', { name: 'Ask' }));
    expect(commands()).toEqual({
      allowedCommands: ['git status *'],
      askCommands: ['git push', { command: 'git commit *', reason: 'The message is free.' }],
    });
    await user.click(screen.getByRole('button', { name: 'Remove git status *' }));
    expect(commands()?.allowedCommands).toEqual([]);
    expect(screen.getByText('The list is closed and empty: nothing is allowed.')).toBeVisible();
  });

  test('a command rule is added with a preview, once', async () => {
    const { user, commands } = open(undefined);
    expect(screen.getByText(/^No rules: every command may run/)).toBeVisible();
    await user.type(field('Command; a final * matches any further words'), 'npm test');
    const preview = screen.getByRole('status', { name: 'Preview' });
    expect(preview).toHaveTextContent('Matches the program npm, then test, and nothing more.');
    expect(preview).toHaveTextContent('Does not match' + 'npm test x');
    expect(preview).toHaveTextContent('After you allow a command, commands without a rule are denied');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(commands()).toEqual({ allowedCommands: ['npm test'] });
    await user.type(field('Command; a final * matches any further words'), 'npm test');
    expect(preview).toHaveTextContent('This entry is already in the list.');
    expect(screen.getByRole('button', { name: 'Add' })).toBeDisabled();
  });

  test('an unusable command rule is not added, and is marked if a file has one', async () => {
    const { user } = open({ disallowedCommands: ['rm -rf $HOME'] });
    expect(ruleOf('rm -rf $HOME').getByText(/This rule contains \$HOME, which a shell expands/)).toBeVisible();
    await user.type(field('Command; a final * matches any further words'), 'a && b');
    expect(screen.getByRole('status', { name: 'Preview' })).toHaveTextContent('This rule is not a single command');
    expect(screen.getByRole('button', { name: 'Add' })).toBeDisabled();
  });

  test('commands without a rule stay open or closed', async () => {
    const { user, commands } = open({ disallowedCommands: ['rm'] });
    const others = within(screen.getByRole('radiogroup', { name: 'Commands without a rule' }));
    await user.click(others.getByRole('radio', { name: 'Denied' }));
    expect(commands()).toEqual({ allowedCommands: [], disallowedCommands: ['rm'] });
    await user.click(others.getByRole('radio', { name: 'Allowed' }));
    expect(commands()).toEqual({ disallowedCommands: ['rm'] });
  });

  test('command rules are written to the file with the rest of the mode', async () => {
    const { user } = open(lists);
    await user.click(screen.getByRole('button', { name: 'Remove git push' }));
    await user.click(screen.getByRole('tab', { name: 'File' }));
    const removed = document.querySelectorAll('.mge-diff-line[data-kind=removed] code');
    expect([...removed].map(({ textContent }) => textContent).join('')).toContain('"git push"');
  });

  test('command rules are shown without the group, and hidden for a mode without rules and group', () => {
    const { unmount } = open(lists, { groups: ['read'] });
    expect(screen.getByRole('region', { name: 'Commands of docs' })).toBeVisible();
    unmount();
    open(undefined, { groups: ['read'] });
    expect(screen.queryByRole('region', { name: 'Commands of docs' })).toBeNull();
  });

  test('command rules cannot be changed by a person with read access only', () => {
    open(lists, { readOnly: true });
    expect(ruleOf('git push').getByRole('radio', { name: 'Deny' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Remove git push' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add' })).toBeNull();
  });

  test('the command rules editor survives an unexpected value in the file', () => {
    for (const odd of [null, 5, 'x', [], { allowedCommands: 5 }, { askCommands: [null, 1, {}, { command: 2 }] }]) {
      const { unmount } = open(odd);
      expect(screen.getByRole('region', { name: 'Commands of docs' })).toBeVisible();
      unmount();
    }
  });
});

describe('a tried command', () => {
  const parts = () =>
    within(screen.getByRole('list', { name: 'Part by part' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);

  test('a tried command is judged part by part with the draft while it is typed', async () => {
    const { user } = open(lists);
    await user.type(field('Command'), 'git status && git push > a');
    expect(screen.getByText('Refused')).toBeVisible();
    expect(parts()).toEqual([
      'allowedgit statusby .roomodes:13',
      expect.stringMatching(/^asks firstgit pushMode 'docs' asks before running 'git push' in/),
      expect.stringMatching(/^deniedwrites a.*mode 'docs' does not have the group 'edit'/),
    ]);
    await user.click(ruleOf('git status *').getByRole('radio', { name: 'Deny' }));
    expect(parts()[0]).toMatch(/^deniedgit status'git status' in .* is disallowed in mode 'docs'/);
  });

  test('a tried command is marked with the strictest answer at each place', async () => {
    const { user } = open(lists);
    await user.type(field('Command'), 'git status "$(curl x)"; git push');
    expect([...document.querySelectorAll('mark')].map((mark) => [mark.textContent, mark.dataset.state])).toEqual([
      ['git status "$(', 'allowed'],
      ['curl x', 'denied'],
      [')"', 'allowed'],
      ['git push', 'asks'],
    ]);
  });

  test('a tried command shows what cannot be read, and in which shell', async () => {
    const { user } = open(lists);
    await user.type(field('Command'), 'eval x');
    expect(parts()).toEqual([expect.stringMatching(/^cannot be readeval x.*which runs text as a command/)]);
    expect(document.querySelector('mark[data-state=denied]')).toHaveTextContent('eval x');
    await user.clear(field('Command'));
    await user.type(field('Command'), 'git status | git push');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Shell' }), 'PowerShell');
    expect(parts()).toEqual([expect.stringMatching(/cannot be analysed for powershell/)]);
  });

  test('a tried command in a mode without rules shows the rule that allows it', async () => {
    const { user } = open(undefined);
    await user.type(field('Command'), 'rm x');
    expect(screen.getByText('Allowed', { selector: '.mge-state' })).toBeVisible();
    expect(screen.getByText(/^by project .roomodes:\d+ \(\/customModes\/0\/groups\/1\)$/)).toBeVisible();
  });
});
