import { agentNames } from '@modegate/agent-hooks';
import { createFolder } from '@modegate/cli-kit/testing';
import { expect, test } from 'vitest';
import { payload } from '../../../packages/agent-hooks/test/support/sample.ts';
import { createHookProject } from '../../../test/support/hook-project.ts';
import { judgeAndRecord } from '../src/hook/judge-and-record.ts';
import { loadHookProject } from '../src/hook/load-hook-project.ts';

/** Asks as a hook at the user's scope does, which names no project. */
function ask(agent: (typeof agentNames)[number], folder: string, mode: string | undefined = 'docs') {
  const loaded: string[] = [];
  const where = { cwd: folder, directory: folder };
  const verdict = judgeAndRecord(
    JSON.stringify(payload(agent, 'some_tool', {}, where)),
    { agent, mode, projectRoot: undefined, globalConfigDir: undefined, home: '/nowhere', state: `${folder}/none` },
    (place, name) => {
      loaded.push(place.cwd);
      return loadHookProject(place, name);
    },
  );
  return verdict.then(({ allowed }) => ({ allowed, loaded: loaded.length }));
}

test.each(agentNames)(
  'H3: the user-scope hook of %s allows everything in a folder without modes, and reads nothing',
  async (agent) => {
    const plain = createFolder({ 'src/a.ts': '', '.git/HEAD': '' });
    expect(await ask(agent, plain)).toEqual({ allowed: true, loaded: 0 });
    expect(await ask(agent, `${plain}/src`)).toEqual({ allowed: true, loaded: 0 });
    expect(await ask(agent, createHookProject())).toEqual({ allowed: false, loaded: 1 });
  },
);
