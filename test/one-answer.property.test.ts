import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toolCatalogue } from '../packages/mode-core/src/index.ts';
import { serverNames, toolNames } from '../packages/policy-check/test/support/arbitrary-policy.ts';
import { arbitraryProject, type ProjectTree, writeProject } from './support/arbitrary-project.ts';
import { openChecker, openFacade, openHook, openModesServer, type Question } from './support/doors.ts';

// Set MODEGATE_CORPUS to a folder of real configuration files, or keep one beside the checkout, to ask about these too.
const corpus = process.env.MODEGATE_CORPUS ?? join(import.meta.dirname, '../../shared/corpus');

describe('`why`, `matrix`, `validate_tool_use`, the hook, the gateway and the facade give one answer', () => {
  test('whatever the project', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryProject, (tree) => askEveryDoor(tree, [...serverNames, 'other', 'unheard-of'])),
      { numRuns: 100 },
    );
  }, 300_000);

  test.skipIf(!existsSync(corpus))(
    `for the real files in ${corpus} (absent: skipped)`,
    async () => {
      const read = (pattern: string) =>
        globSync(pattern, { cwd: corpus })
          .toSorted()
          .map((file) => readFileSync(join(corpus, file)));
      const servers = read('mcp/*');
      for (const [index, modes] of read('roomodes/*').entries()) {
        const text = servers[index % servers.length] ?? new Uint8Array();
        await askEveryDoor({ '.roomodes': modes, '.roo/mcp.json': text }, ['github', 'unheard-of']);
      }
    },
    300_000,
  );
});

const maxModes = 8;

async function askEveryDoor(tree: ProjectTree, servers: readonly string[]): Promise<void> {
  const { folder, root } = writeProject(tree);
  const offered = Object.fromEntries(servers.map((server) => [server, [...toolNames]]));
  const [checker, server] = await Promise.all([openChecker(root), openModesServer(root, offered)]);
  const [facade, hook] = [openFacade(checker.project), openHook(checker.project)];
  try {
    const modes = checker.project.policy.modes.map(({ config }) => config.slug).slice(-maxModes);
    for (const question of questionsOf(modes, servers)) {
      const why = checker.why(question);
      expect({ question, ...(await server.validate(question)) }).toEqual({ question, ...why });
      expect({ question, ...(checker.matrix(question) ?? why) }).toEqual({ question, ...why });
      const hooked = hook(question);
      // Silence is all that a hook says of what is allowed.
      const expected = why.allowed ? { allowed: true } : why;
      expect({ question, ...(hooked ?? expected) }).toEqual({ question, ...expected });
      const { allowed, code } = (await server.call(question)) ?? why;
      expect({ question, allowed, code }).toEqual({ question, allowed: why.allowed, code: why.code });
      expect({ question, facade: facade(question) ?? why.allowed }).toEqual({ question, facade: why.allowed });
    }
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function questionsOf(modes: readonly string[], servers: readonly string[]): readonly Question[] {
  return modes.flatMap((mode) => [
    ...toolCatalogue.map(({ name }): Question => ({ mode, tool: name })),
    ...servers.flatMap((server) => ['search', 'get_a', 'x'].map((tool): Question => ({ mode, server, tool }))),
  ]);
}
