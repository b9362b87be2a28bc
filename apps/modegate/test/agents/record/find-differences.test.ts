import { expect, test } from 'vitest';
import type { RecordedAgent, RecordedTool } from '../../../../../packages/agent-tools/src/index.ts';
import { findDifferences } from './find-differences.ts';

const read: RecordedTool = { offered: ['headless'], parameters: { path: 'string' }, required: ['path'] };
const recording = (tools: RecordedAgent['tools'], version = '1.0.0'): RecordedAgent => ({
  agent: 'x',
  version,
  tools,
  serverTools: {},
});
const compare = (found: RecordedAgent['tools'], recorded: RecordedAgent['tools']) =>
  findDifferences({ found: recording(found), recorded: recording(recorded), ways: ['headless', 'plan'] });

test('findDifferences finds nothing between two equal records', () => {
  expect(compare({ read }, { read })).toEqual([]);
});

test.each<readonly [string, RecordedAgent['tools'], RecordedAgent['tools']]>([
  ['read is declared, and not recorded', { read }, {}],
  ['read is recorded, and not declared any more', {}, { read }],
  ['read: path is declared, and not recorded', { read }, { read: { ...read, parameters: {} } }],
  ['read: path is recorded, and not declared any more', { read: { ...read, parameters: {} } }, { read }],
  ['read: path is number; recorded: string', { read: { ...read, parameters: { path: 'number' } } }, { read }],
  [
    'read is offered in: headless, plan; recorded: headless',
    { read: { ...read, offered: ['headless', 'plan'] } },
    { read },
  ],
  ['read requires ; recorded: path', { read: { ...read, required: [] } }, { read }],
])('%s', (sentence, found, recorded) => {
  expect(compare(found, recorded)).toEqual([sentence]);
});

test('findDifferences ignores tools and parameters of modes that are not compared', () => {
  const both = { offered: ['headless', 'interactive'], parameters: { path: 'string', more: 'string' }, required: [] };
  const other = { offered: ['interactive'], parameters: {}, required: [] };
  expect(compare({ read }, { read: both, other })).toEqual([]);
});

test('findDifferences reports another version', () => {
  const [found, recorded] = [recording({}, '1.0.1'), recording({})];
  expect(findDifferences({ found, recorded, ways: [] })).toEqual(['version 1.0.1 is not 1.0.0']);
});
