import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toolCatalogue } from '../packages/mode-core/src/tools/index.ts';
import { serverNames, toolNames } from '../packages/policy-check/test/support/arbitrary-policy.ts';
import { arbitraryProjectWithCommands, type ProjectTree, writeProject } from './support/arbitrary-project.ts';
import { askedAgentNames, openChecker, openFacade, openHook, openModesServer, type Question } from './support/doors.ts';

// Set MODEGATE_CORPUS to a folder of real configuration files, or keep one beside the checkout, to ask about these too.
const corpus = process.env.MODEGATE_CORPUS ?? join(import.meta.dirname, '../../shared/corpus');

describe('`why`, `matrix`, `validate_tool_use`, the hook, also over HTTP, the gateway and the facade agree', () => {
  test('all entry points agree for any project', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryProjectWithCommands, (tree) =>
        askEveryDoor(tree, [...serverNames, 'other', 'unheard-of']),
      ),
      { numRuns: 100, examples: [[unreadableBeforeReadable]] },
    );
  }, 300_000);

  test.skipIf(!existsSync(corpus))(
    `all entry points agree for the real files in ${corpus} (absent: skipped)`,
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

/** What the first file says is not known, so the servers of the second are refused. */
const unreadableBeforeReadable: ProjectTree = {
  '.roo/mcp.json': '',
  '.mcp.json': '{ "mcpServers": { "github": { "command": "server" } } }',
};

const maxModes = 8;

async function askEveryDoor(tree: ProjectTree, servers: readonly string[]): Promise<void> {
  const { folder, root } = writeProject(tree);
  const offered = Object.fromEntries(servers.map((server) => [server, [...toolNames]]));
  const [checker, server] = await Promise.all([openChecker(root), openModesServer(root, offered)]);
  const facade = openFacade(checker.project);
  const hooks = askedAgentNames.map((agent) => ({ agent, ask: openHook(agent, checker.project) }));
  const configured = (checker.project.policy.servers ?? []).map(({ name }) => name);
  try {
    const modes = checker.project.policy.modes.map(({ config }) => config.slug).slice(-maxModes);
    for (const question of questionsOf(modes, servers)) {
      const why = await checker.why(question);
      expect({ question, ...(await server.validate(question)) }).toEqual({ question, ...why });
      // A row is about all commands together.
      const row = question.command === undefined ? checker.matrix(question) : undefined;
      expect({ question, ...(row ?? why) }).toEqual({ question, ...why });
      // Silence is all that a hook says of what is allowed.
      const expected = why.allowed ? { allowed: true } : why;
      for (const { agent, ask } of hooks) {
        // Cursor names no server, so that one which nobody configured cannot be told from the others.
        if (agent === 'cursor' && question.server !== undefined && !configured.includes(question.server)) continue;
        const hooked = ask(question) ?? expected;
        const isCertain =
          agent === 'gemini' ||
          question.server === undefined ||
          (agent !== 'cursor' && isOnlyServer(question.server, configured));
        // Where a name may be of several servers, or of none that is known, a hook may only be stricter.
        if (isCertain) expect({ question, agent, ...hooked }).toEqual({ question, agent, ...expected });
        else
          expect({ question, agent, isWider: hooked.allowed === true && !why.allowed }).toMatchObject({
            isWider: false,
          });
      }
      const hooked = await server.hook(question);
      // A hook knows of no task, so where modes ask about tasks it may be stricter.
      if (checker.project.policy.needs.task) expect(hooked?.allowed === true && !why.allowed).toBe(false);
      else if (hooked !== undefined && (question.server === undefined || configured.includes(question.server)))
        expect({ question, ...hooked }).toEqual({
          question,
          allowed: why.allowed,
          ...(why.allowed ? {} : { code: why.code }),
        });
      const { allowed, code } = (await server.call(question)) ?? why;
      expect({ question, allowed, code }).toEqual({ question, allowed: why.allowed, code: why.code });
      expect({ question, facade: facade(question) ?? why.allowed }).toEqual({ question, facade: why.allowed });
    }
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether the names of a server's tools can be of no other: it is the one that is configured, and no rule names more than those. */
function isOnlyServer(server: string, configured: readonly string[]): boolean {
  const others = new Set([...configured, ...serverNames, 'other', 'unheard-of']);
  return (
    configured.includes(server) &&
    ![...others].some((other) => other !== server && `${server}_`.startsWith(`${other}_`))
  );
}

/** Commands that every shell reads alike, and that touch no file that a hook protects. */
const commands = [
  'git status -s',
  'git push origin',
  'git push --force',
  'git status && git push; rm docs/a.md',
  'cat docs/a.md',
  'cat src/a.ts > docs/a.md',
  'cd docs && cat a.md',
  'eval ls',
];

function questionsOf(modes: readonly string[], servers: readonly string[]): readonly Question[] {
  return modes.flatMap((mode) => [
    ...toolCatalogue.map(({ name }): Question => ({ mode, tool: name })),
    ...commands.map((command): Question => ({ mode, tool: 'execute_command', command })),
    ...servers.flatMap((server) => ['search', 'get_a', 'x'].map((tool): Question => ({ mode, server, tool }))),
  ]);
}
