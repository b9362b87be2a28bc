import { rmSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toolCatalogue } from '../packages/mode-core/src/index.ts';
import { serverNames, toolNames } from '../packages/policy-check/test/support/arbitrary-policy.ts';
import { arbitraryProject, writeProject } from './support/arbitrary-project.ts';
import { type CheckerDoor, openChecker, openModesServer, type Question, type ServerDoor } from './support/doors.ts';

const offered = Object.fromEntries([...serverNames, 'other'].map((server) => [server, [...toolNames]]));

test('every door gives one answer, with one code and one rule, whatever the project', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryProject, async (tree) => {
      const { folder, root } = writeProject(tree);
      const [checker, server] = await Promise.all([openChecker(root), openModesServer(root, offered)]);
      try {
        const modes = checker.project.policy.modes.map(({ config }) => config.slug);
        for (const question of questionsOf(modes)) await compare(question, checker, server);
      } finally {
        await server.close();
        rmSync(folder, { recursive: true, force: true });
      }
    }),
    { numRuns: 100 },
  );
}, 300_000);

function questionsOf(modes: readonly string[]): readonly Question[] {
  return modes.flatMap((mode) => [
    ...toolCatalogue.map(({ name }): Question => ({ mode, tool: name })),
    ...[...serverNames, 'other', 'unheard-of'].flatMap((server) =>
      ['search', 'get_a', 'x'].map((tool): Question => ({ mode, server, tool })),
    ),
  ]);
}

async function compare(question: Question, checker: CheckerDoor, server: ServerDoor): Promise<void> {
  const why = checker.why(question);
  const matrix = checker.matrix(question);
  expect({ question, answer: await server.validate(question) }).toEqual({ question, answer: why });
  if (matrix !== undefined) expect({ question, answer: matrix }).toEqual({ question, answer: why });
  const called = await server.call(question);
  if (called !== undefined) expect({ question, ...called }).toEqual({ question, allowed: why.allowed, code: why.code });
}
