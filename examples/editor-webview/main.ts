// A self-checking tour: builds the extension, runs its host side on a project, and asks what the page in the web view asks.
// Exits with 1 at the first answer that is not the expected one. The page itself is driven by test/webview.ci.test.ts.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectByMessages } from '@modegate/restrictions-editor/messages';
import { openProject, readDraft } from '@modegate/restrictions-editor/model';
import './build.mjs';
import type { OpenedPanel } from './test/panel-stand-in.ts';
import { runExtension } from './test/vscode-stand-in.ts';

/** Kilobytes of 1,000 bytes; README.md names the same. */
const budget = { 'extension.cjs': 730, 'webview.js': 930, 'webview.css': 24 };

const project = mkdtempSync(join(tmpdir(), 'modegate-editor-webview-'));
try {
  checkSizes();
  cpSync(join(import.meta.dirname, '../quickstart'), project, { recursive: true });
  const { panels, offeredModes } = await runExtension({ projectRoot: project, mode: 'docs-writer' });
  console.log(`Modes to choose from: ${offeredModes.join(', ')}`);
  const [panel] = panels;
  assert.ok(panel, 'the command opens a panel');
  await denyGithub(panel);
} finally {
  rmSync(project, { recursive: true, force: true });
}

function checkSizes() {
  for (const [name, most] of Object.entries(budget)) {
    const size = statSync(join(import.meta.dirname, 'dist', name)).size / 1000;
    console.log(`dist/${name}: ${Math.round(size)} kB of at most ${most}`);
    assert.ok(size <= most, `dist/${name} has ${size} kB, and at most ${most} are allowed`);
  }
}

async function denyGithub(panel: OpenedPanel) {
  const client = connectByMessages({
    post: panel.receive,
    listen: (listener) => {
      panel.onPost(listener);
      return panel.close;
    },
  });
  try {
    const { servers, project: read } = await client.getMcpServersForMode('docs-writer');
    console.log(
      `Servers: ${servers.map(({ name, allowed }) => `${name} ${allowed ? 'allowed' : 'denied'}`).join(', ')}`,
    );
    const file = join(project, '.roomodes');
    const before = readFileSync(file, 'utf8');
    const { restrictions } = readDraft(openProject(read), 'docs-writer');
    const answer = await client.updateModeRestrictions({
      modeSlug: 'docs-writer',
      restrictions: { ...restrictions, allowedServers: ['docs'] },
      base: { restrictions: restrictions ?? null },
    });
    assert.equal(answer.type === 'modeRestrictionsUpdated' && answer.outcome, 'saved');
    assert.equal(readFileSync(file, 'utf8'), before.replace('[docs, github]', '[docs]'));
    console.log('Saved: docs-writer may no longer use github, and every other byte of .roomodes is as it was.');
  } finally {
    client.close();
  }
}
