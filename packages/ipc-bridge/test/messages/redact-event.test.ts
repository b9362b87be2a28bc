import { redactEvent } from '@modegate/ipc-bridge';
import { expect, test } from 'vitest';
import { wireEvent, wireMessage } from '../support/sample-events.ts';

test('redactEvent copies an event without its secrets', () => {
  const event = wireEvent('commandResponse', [{ commandName: 'GetConfiguration', payload: { apiKey: 'sk-1234' } }]);
  const copy = redactEvent(event);
  expect(JSON.stringify(copy)).not.toContain('sk-1234');
  expect(copy).toMatchObject({ eventName: 'commandResponse', known: event.known, taskId: undefined });
});

test('redactEvent reads the message of an event from the copy', () => {
  const event = wireMessage('t', { ts: 5, text: 'la', apiKey: 'sk-1234' });
  expect(event.message?.raw).toHaveProperty('apiKey', 'sk-1234');
  const copy = redactEvent(event);
  expect(copy.message).toMatchObject({ taskId: 't', ts: 5, text: 'la', raw: { apiKey: '[redacted]' } });
  expect(JSON.stringify(copy)).not.toContain('sk-1234');
});
