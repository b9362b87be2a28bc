import { jsonPointer } from '@modegate/json';
import { defineRule, example, modeFile } from '../define-rule.ts';

/** M072: a prompt that takes up much of the model's attention. */
export const oversizedPrompt = defineRule(['M072', 'oversized-prompt', 'info', 'strict'], {
  summary: 'The role and instructions of a mode are longer than 20,000 characters in total.',
  reason:
    'The role and instructions are sent with every request and cost about 5,000 tokens each time. Models also follow the later instructions in a long prompt less closely. Move text that is needed only occasionally into files that the mode reads.',
  bad: example(
    modeFile(
      'reviewer',
      'You review changes.',
      'customInstructions: >-',
      ...Array.from({ length: 380 }, () => '  Read every line twice before you say a word about it.'),
      'groups: [read]',
    ),
  ),
  good: example(
    modeFile('reviewer', 'You review changes.', 'customInstructions: Follow docs/reviewing.md.', 'groups: [read]'),
  ),
  *check(workspace) {
    for (const { slug, file, pointer, raw } of workspace.modes) {
      const fields = ['roleDefinition', 'customInstructions'].map((key) => {
        const text = raw[key];
        return { key, length: typeof text === 'string' ? text.length : 0 };
      });
      const length = fields.reduce((sum, field) => sum + field.length, 0);
      if (length <= maxLength) continue;
      const longest = fields.toSorted((a, b) => b.length - a.length)[0]?.key ?? '';
      const message = `The prompt of mode '${slug}' is ${length} characters long; the limit is ${maxLength}.`;
      yield { message, location: file.locateKey(`${pointer}${jsonPointer(longest)}`), mode: slug };
    }
  },
});

const maxLength = 20_000;
