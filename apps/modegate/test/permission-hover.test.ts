import { join } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';
import { expect, test } from 'vitest';
import { checkProject } from '../src/commands/check-project.ts';
import { hoverAt } from '../src/lsp/answers/hover.ts';
import { resolveSettings } from '../src/settings.ts';

const files = {
  '.claude/settings.json': `{
  "permissions": {
    "allow": ["Bash(git log:*)", "Edit(src/**)"],
    "ask": ["Bash(git push:*)"],
    "deny": ["Bash(git push --force:*)", "Write(dist/**)"]
  }
}
`,
  '.claude/agents/reviewer.md': '---\nname: reviewer\ndescription: Reviews.\ntools: Read\n---\nReview.\n',
  'opencode.json': `{
  "permission": {
    "bash": { "*": "ask", "rm *": "deny" },
    "edit": "deny"
  }
}
`,
  '.codex/rules/default.rules': 'prefix_rule(pattern=["npm", "test"], decision="allow")\n',
};

/** The hover on a piece of a file of the sample. */
async function hover(file: keyof typeof files, piece: string): Promise<string | undefined> {
  const root = createFolder(files);
  const checked = await checkProject(await resolveSettings({ projectRoot: root }));
  const before = files[file].slice(0, files[file].indexOf(piece) + 1).split('\n');
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  const found = hoverAt(checked, join(root, file), position);
  return found === undefined ? undefined : (found.contents as { readonly value: string }).value;
}

test('hover on a Claude Code rule shows calls that it decides, the profiles, and what overrides it', async () => {
  expect(await hover('.claude/settings.json', 'Bash(git push:*)')).toMatchInlineSnapshot(`
    "\`Bash(git push:*)\` in \`claude-code\`

    It decides, for example:

    - ! \`Bash\` \`git push\` asks a person
    - ! \`Bash\` \`git push xyz\` asks a person
    - ! \`Bash\` \`git push > xyz\` asks a person

    The rule matches the following calls but does not decide them:

    - ✗ \`Bash\` \`git push --force\` is denied, by \`Bash(git push --force:*)\` (.claude/settings.json:5)
    - ✗ \`Bash\` \`git push --force xyz\` is denied, by \`Bash(git push --force:*)\` (.claude/settings.json:5)
    - ✗ \`Bash\` \`git push --force > xyz\` is denied, by \`Bash(git push --force:*)\` (.claude/settings.json:5)"
  `);
  expect(await hover('.claude/settings.json', 'Edit(src')).toContain('- ✓ `Write` `src` is allowed');
});

test('hover on a rule of opencode or Codex shows calls that it decides', async () => {
  expect(await hover('opencode.json', 'rm *')).toMatch(
    /^`bash: "rm \*": deny` in `opencode\/build`.*✗ `bash` `rm xyz` is denied/s,
  );
  expect(await hover('opencode.json', 'edit')).toContain('`edit: deny` in `opencode/build`');
  expect(await hover('.codex/rules/default.rules', 'npm')).toContain('✓ `exec_command` `npm test` is allowed');
});

test('hover shows nothing for text that is not a rule or has no effect', async () => {
  expect(await hover('.claude/settings.json', 'permissions')).toBeUndefined();
  expect(await hover('.claude/settings.json', 'Write(dist')).toBeUndefined();
  expect(await hover('.claude/agents/reviewer.md', 'Review.')).toBeUndefined();
});
