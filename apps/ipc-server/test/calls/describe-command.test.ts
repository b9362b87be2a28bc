import { describe, expect, test } from 'vitest';
import { describeCommand } from '../../src/calls/describe-command.ts';

describe('the description of a tool', () => {
  test('the description of a tool names the command, its dialects and its known defects', () => {
    const text = describeCommand('StartNewTask', { details: 'More.' }, 'detect');
    expect(text).toMatch(/^Starts a task with a prompt\. More\. IPC command StartNewTask \(every dialect\)\./);
    expect(text).toContain('Known limitations in official:');
    expect(text).toContain('Known limitations in fork:');
  });

  test('the description of a tool states a restriction that dialects share only once', () => {
    const text = describeCommand('GetModes', {}, 'detect');
    expect(text.match(/cannot be distinguished from/g)).toHaveLength(1);
    expect(text).toContain('(official and zoo only)');
    const start = describeCommand('StartNewTask', {}, 'detect');
    expect(start.match(/first aborts any running task/g)).toHaveLength(1);
    expect(start).toContain(
      'Known limitations in official and zoo: The values of configuration are not limited to this task',
    );
  });

  test('the description of a tool does not request what the tool does itself', () => {
    expect(describeCommand('SetConfiguration', {}, 'fork')).not.toContain('changes merged in');
  });

  test('the description of a tool omits the limits of other dialects when the dialect is known', () => {
    expect(describeCommand('CloseTask', {}, 'fork')).not.toContain('window, not only');
  });
});
