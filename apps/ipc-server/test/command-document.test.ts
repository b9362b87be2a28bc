import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandNames, commands, dialects } from '@modegate/ipc-bridge';
import { expect, test } from 'vitest';

// What this server works out by itself where the agent has no such command.
const withoutCommand = ['no', 'inferred', 'by CancelTask'];

test('the table in docs/ipc-server.md lists the commands of each dialect', () => {
  const document = readFileSync(join(import.meta.dirname, '../../../docs/ipc-server.md'), 'utf8');
  const rows = document.match(/^\| [A-Z]\w+ \|.*\| `roo_ipc_\w+` \|$/gm) ?? [];
  const told = rows.map((row) => {
    const [, name, ...cells] = row.split('|').map((cell) => cell.trim());
    // The columns are official, fork, zoo.
    const has = (['official', 'fork', 'zoo'] as const).filter(
      (_, index) => !withoutCommand.includes(cells[index] ?? ''),
    );
    return [name, [...has].toSorted()];
  });
  const known = commandNames.map((name) => [name, commands[name].dialects.toSorted()]);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(known));
  expect(dialects.toSorted()).toEqual(['fork', 'official', 'zoo']);
});
