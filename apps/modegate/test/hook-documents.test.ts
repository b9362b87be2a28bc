import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  agentNames,
  commandAgents,
  hookDisablers,
  installedHooks,
  installedPlugins,
  pluginAgents,
} from '@modegate/agent-hooks';
import { describe, expect, test } from 'vitest';
import { pinnedAgents } from './agents/lab/pinned-agents.ts';

// What the pages of the agents say, against what is installed and tested.

const documents = join(import.meta.dirname, '../../../docs');
const read = (path: string): string => readFileSync(join(documents, path), 'utf8');

const places = { ...installedHooks, ...installedPlugins };
const tested = Object.entries(pinnedAgents);

test('every tested agent except Cursor has a documentation page', () => {
  const agents = [...commandAgents, ...pluginAgents];
  expect(agents.filter((agent) => !tested.some(([name]) => name === agent))).toEqual(['cursor']);
});

describe.each(tested)('the page of %s', (client, { title, version }) => {
  const page = read(`hooks/${client}.md`);

  test('the page of an agent names the tested version and the command that runs it', () => {
    expect(page).toContain(`Run at ${version} by \`pnpm test:agents ${client}\``);
    expect(page).toContain(`# ${title}\n`);
    expect(page).toContain(`hook install --client ${client}`);
  });

  test('the page of an agent names the files that are written', () => {
    const { project, global } = places[client as keyof typeof pinnedAgents].files;
    expect(page).toContain(`\`${project}\``);
    expect(page).toContain(project === global ? 'of your home folder with `--scope global`' : `\`~/${global}\``);
  });
});

test.each(pluginAgents)('the table of plugins lists the file and the version of %s', (agent) => {
  const { title, version } = pinnedAgents[agent];
  const { project } = installedPlugins[agent].files;
  expect(read('hooks.md')).toContain(`| ${title.replace('Kilo CLI', 'Kilo')} ${version} | \`${project}\` |`);
});

test.each(agentNames.filter((name) => name !== 'cursor'))(
  'the page of %s lists every way in which its hook can be disabled (A2, H5, H6, H12)',
  (agent) => {
    const page = read(`hooks/${agent}.md`);
    const { ways, keys, movedHome, startLimit } = hookDisablers[agent];
    const named = ways.flatMap(({ when }) => [...when.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code));
    const variables = [movedHome?.variable, startLimit?.variable].filter((name) => name !== undefined);
    const all = [...named, ...keys.flatMap((key) => key.keys.at(-1) ?? []), ...variables];
    expect(all.filter((one) => !page.includes(one.replace(/=1$/, '')))).toEqual([]);
  },
);
