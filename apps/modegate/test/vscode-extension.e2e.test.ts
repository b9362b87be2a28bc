import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, join, matchesGlob } from 'node:path';
import { permissionAgents } from '@modegate/agent-policies';
import { projectMarkers } from '@modegate/policy-check/node';
import { expect, test } from 'vitest';

const repository = join(import.meta.dirname, '../../..');
const extension = join(repository, 'editors/vscode');
const read = (path: string) => readFileSync(join(extension, path), 'utf8');

test('the VS Code extension names every file that makes a project', () => {
  const [, names = ''] = /\{(\.roomodes[^}]*)\}/.exec(read('src/extension.ts')) ?? [];
  expect(new Set(names.split(','))).toEqual(new Set(projectMarkers.map((path) => basename(path))));
});

test('the VS Code extension names every permission file of an agent', () => {
  const [, pattern = ''] = /'(\*\*\/\{\.claude[^']*)'/.exec(read('src/extension.ts')) ?? [];
  // Plugins and tools of an agent are named only.
  const places = permissionAgents.flatMap((agent) => agent.places.project).filter((place) => !/\.[jt]s$/.test(place));
  const files = places.map((place) => place.replace('**/', 'a/').replaceAll('*', 'b'));
  const known = [...projectMarkers, '.mcp.json'];
  expect(files.filter((file) => !known.includes(file) && !matchesGlob(`/x/${file}`, pattern))).toEqual([]);
  expect(matchesGlob('/x/package.json', pattern)).toBe(false);
});

test('the built extension is one file that needs only VS Code and Node', () => {
  const { main } = JSON.parse(read('package.json')) as { readonly main: string };
  const required = [...read(main).matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = '']) => name);
  expect(required).toContain('vscode');
  expect(required.filter((name) => name !== 'vscode' && !isBuiltin(name))).toEqual([]);
});

test('a workspace can neither choose the command nor run it before the folder is trusted', () => {
  const { capabilities, contributes } = JSON.parse(read('package.json'));
  expect(contributes.configuration.properties['modegate.command'].scope).toBe('machine');
  expect(capabilities.untrustedWorkspaces.supported).toBe(false);
});
