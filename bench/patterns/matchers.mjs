import { RE2JS } from 're2js';
import { compilePattern } from '../../packages/mode-core/dist/pattern/index.js';

/** Each way to test a file pattern: compiles it once and returns the test, or undefined where the pattern is not supported. */
export const matchers = {
  native: {
    title: 'RegExp',
    compile(pattern) {
      const expression = new RegExp(pattern);
      return (path) => expression.test(path);
    },
  },
  'mode-core': {
    title: 'mode-core',
    compile(pattern) {
      const compiled = compilePattern(pattern);
      return compiled.ok ? compiled.test : undefined;
    },
  },
  re2js: {
    title: 're2js',
    compile(pattern) {
      try {
        const compiled = RE2JS.compile(pattern);
        return (path) => compiled.test(path);
      } catch {
        return undefined;
      }
    },
  },
  'native-each-time': {
    title: 'RegExp on each call',
    compile: (pattern) => (path) => new RegExp(pattern).test(path),
  },
};
