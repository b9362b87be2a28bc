import { expect, test } from 'vitest';
import { type ModesHttpFile, type ModesHttpFlags, resolveModesHttp } from '../src/settings/http-settings.ts';

test.each<[string, ModesHttpFlags, Record<string, string>, ModesHttpFile, object]>([
  ['nothing said', {}, {}, {}, { hasMetrics: true, hasUi: false }],
  ['the file', {}, {}, { metrics: false, ui: true }, { hasMetrics: false, hasUi: true }],
  [
    'the environment before the file',
    {},
    { MODEGATE_HTTP_METRICS: 'TRUE', MODEGATE_HTTP_UI: 'false' },
    { metrics: false, ui: true },
    { hasMetrics: true, hasUi: false },
  ],
  [
    'flags before both',
    { metrics: false, ui: true },
    { MODEGATE_HTTP_METRICS: 'true', MODEGATE_HTTP_UI: 'false' },
    {},
    { hasMetrics: false, hasUi: true },
  ],
])('resolveModesHttp chooses the additional pages: %s', (_what, flags, env, file, expected) => {
  expect(resolveModesHttp({ http: '0', ...flags }, env, file)).toMatchObject({ host: '127.0.0.1', ...expected });
});

test('resolveModesHttp accepts only true and false for a switch', () => {
  expect(() => resolveModesHttp({ http: '0' }, { MODEGATE_HTTP_UI: 'yes' })).toThrow(
    "MODEGATE_HTTP_UI must be one of true, false, not 'yes'.",
  );
});
