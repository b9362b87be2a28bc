import { isPolicyTestFile } from '@modegate/policy-check/node';
import { expect, test } from 'vitest';

test.each(['policy.modes-test.yaml', 'a/b.modes-test.yml', 'modes-test.json', 'x\\y.modes-test.yaml'])(
  'isPolicyTestFile accepts %s',
  (name) => expect(isPolicyTestFile(name)).toBe(true),
);

test.each(['modes-test.yaml.bak', 'some-modes-test.yaml', 'test.yaml'])('isPolicyTestFile rejects %s', (name) =>
  expect(isPolicyTestFile(name)).toBe(false),
);
