// @vitest-environment jsdom

import type { EditableMode } from '@modegate/mode-core/text';
import { editModesText } from '@modegate/mode-core/text';
import { ConnectedModeEditor } from '@modegate/restrictions-editor';
import { createEditorHost, type EditorClient } from '@modegate/restrictions-editor/messages';
import type { EditorProject } from '@modegate/restrictions-editor/model';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { connectInMemory } from '../support/connect-in-memory.ts';
import { modesText, project } from '../support/projects.ts';
import { draw, layOut, lineOf } from '../support/render.tsx';

layOut();

/** A host over a text in memory, which others may change. */
function host(text = modesText) {
  const file = { text };
  const given = (): EditorProject => ({ ...project, edited: { ...project.edited, text: file.text } });
  const connected = connectInMemory(
    createEditorHost({
      async read() {
        const read = given();
        return {
          project: read,
          async save(mode: EditableMode) {
            if (read.edited.text !== file.text) return 'changed';
            file.text = editModesText(file.text, { kind: 'save', mode }).text;
            return 'saved';
          },
        };
      },
    }),
  );
  const changeElsewhere = async (change: (before: string) => string) => {
    file.text = change(file.text);
    await act(async () => connected.notifyChange());
  };
  return { file, client: connected.client as EditorClient, changeElsewhere };
}
const deny = (name: string) => lineOf(name).querySelector('.mge-box') as Element;

describe('a mode edited over a connection', () => {
  const start = async (text?: string) => {
    const served = host(text);
    const drawn = draw(<ConnectedModeEditor client={served.client} mode="docs" />);
    await screen.findByRole('tree');
    return { ...served, ...drawn };
  };

  test('a change is undone, made again, and saved with the comments of the file', async () => {
    const { user, file } = await start();
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.click(deny('search'));
    expect(screen.getByText('Unsaved changes')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.click(deny('search'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved.');
    expect(file.text).toBe(`${modesText}        - serverName: github\n          toolName: search\n`);
  });

  test('a mode is saved by keyboard, including groups and file limit', async () => {
    const { user, file } = await start();
    const pattern = screen.getByLabelText('Edit files: file pattern');
    await user.clear(pattern);
    await user.type(pattern, '^docs/');
    expect(screen.getByText('Opens 1 of 3 files')).toBeVisible();
    await user.keyboard('{Control>}s{/Control}');
    await screen.findByText('Saved.');
    expect(file.text).toBe(modesText.replace('\\.md$', '^docs/'));
  });

  test('the editor adopts a change made elsewhere and merges it with unsaved changes', async () => {
    const { user, changeElsewhere } = await start();
    await changeElsewhere((text) => `${text}      disallowedServers: [jira]\n`);
    await waitFor(() => expect(lineOf('jira')).toHaveAttribute('aria-checked', 'false'));
    await user.click(deny('search'));
    await changeElsewhere((text) => text.replace('[jira]', '[jira, vault]'));
    await screen.findByText(/Both changes are in/);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved.');
  });

  test('the editor shows a conflict, writes nothing, and lets a person choose', async () => {
    const { user, file, changeElsewhere } = await start();
    await user.click(screen.getByRole('tab', { name: 'Servers' }));
    await user.click(screen.getAllByRole('radio', { name: 'Denied' })[0] as Element);
    await changeElsewhere((text) => `${text}      allowedServers: [vault]\n`);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The same part of the file was also changed elsewhere: allowedServers');
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Keep mine' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved.');
    expect(file.text).toContain('allowedServers: [ github, jira ]');
  });

  test('the editor adopts the other version of a conflict on request', async () => {
    const { user, changeElsewhere } = await start();
    await user.click(screen.getAllByRole('radio', { name: 'Denied' })[0] as Element);
    await changeElsewhere((text) => `${text}      allowedServers: [vault]\n`);
    await user.click(await screen.findByRole('button', { name: 'Take theirs' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(lineOf('github')).toHaveAttribute('aria-checked', 'false');
  });

  test('the editor drops a conflict that is gone from the file', async () => {
    const { user, changeElsewhere } = await start();
    await user.click(screen.getAllByRole('radio', { name: 'Denied' })[0] as Element);
    await changeElsewhere((text) => `${text}      allowedServers: [vault]\n`);
    await screen.findByRole('alert');
    await changeElsewhere(() => modesText);
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
  });

  test('the editor says why a mode cannot be loaded or saved', async () => {
    const served = host();
    draw(<ConnectedModeEditor client={served.client} mode="nobody" />);
    expect(await screen.findByRole('alert')).toHaveTextContent("No mode has the slug 'nobody'");
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  test('a mode with an unusable pattern says so and is not written', async () => {
    const { user, file } = await start();
    await user.type(screen.getByLabelText('Edit files: file pattern'), '(');
    expect(screen.getByText(/^No file is accessible\. The pattern/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('alert')).toHaveTextContent("'docs' cannot be written");
    expect(file.text).toBe(modesText);
  });
});
