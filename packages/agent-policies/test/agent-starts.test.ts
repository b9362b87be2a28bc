import { findAgentStarts } from '@modegate/agent-policies';
import { expect, test } from 'vitest';

const workflow = `on: push
jobs:
  review:
    steps:
      - uses: actions/checkout@v5
      - run: |
          set -e
          npm ci
          claude -p "\${{ github.event.issue.title }}" --dangerously-skip-permissions | tee out
      - run: npx -y @openai/codex@0.169.0 exec --sandbox=danger-full-access "$(cat prompt)"
      - run: echo claude --dangerously-skip-permissions
      - uses: anthropics/claude-code-action@v1
        with:
          anthropic_api_key: \${{ secrets.KEY }}
          claude_args: --allowedTools Bash
`;

test('steps that start an agent are found, with the names of their options and without the values', () => {
  expect(findAgentStarts(workflow)).toEqual([
    { program: 'claude', options: ['-p', '--dangerously-skip-permissions'], line: 9 },
    { program: 'codex', options: ['-y', '--sandbox'], line: 10 },
    { program: 'anthropics/claude-code-action', options: ['anthropic_api_key', 'claude_args'], line: 12 },
  ]);
});

test.each(['', '- [', 'run: 3', 'run: ${{', '\u0000', 'a: *b', 'uses: anthropics/claude-code-actions@v1'])(
  'a text without such a step has none: %j',
  (text) => expect(findAgentStarts(text)).toEqual([]),
);
