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

test('findAgentStarts returns the steps that start an agent, with option names but no values', () => {
  expect(findAgentStarts(workflow)).toEqual([
    { program: 'claude', options: ['-p', '--dangerously-skip-permissions'], line: 9 },
    { program: 'codex', options: ['-y', '--sandbox'], line: 10 },
    { program: 'anthropics/claude-code-action', options: ['anthropic_api_key', 'claude_args'], line: 12 },
  ]);
});

test.each(['', '- [', 'run: 3', 'run: ${{', '\u0000', 'a: *b', 'uses: anthropics/claude-code-actions@v1'])(
  'findAgentStarts returns nothing for a text without such a step: %j',
  (text) => expect(findAgentStarts(text)).toEqual([]),
);
