import { compileDisabledTool } from '@modegate/mode-core/patterns';
import { expect, test } from 'vitest';

test.each<[string, string, boolean, boolean]>([
  ['push', 'push', true, true],
  ['push', 'Push', false, true],
  ['Push_*', 'pUSH_all', false, true],
  ['*', 'Push', true, true],
  ['push', 'pull', false, false],
  ['é?', 'éA', true, true],
  ['É', 'é', false, false],
  ['k', '\u212a', false, false],
  ['del_?', 'DEL_İ', false, true],
])('the pattern %s with the name %s matches with case: %s, without: %s', (written, name, withCase, inAnyCase) => {
  expect(compileDisabledTool({}, written)(name)).toBe(withCase);
  expect(compileDisabledTool({ disabledInAnyCase: false }, written)(name)).toBe(withCase);
  expect(compileDisabledTool({ disabledInAnyCase: true }, written)(name)).toBe(inAnyCase);
});
