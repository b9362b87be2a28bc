import type { Rule } from '../rule.ts';
import { parseError } from './m001-parse-error.ts';
import { schemaViolation } from './m002-schema-violation.ts';
import { unknownKey } from './m003-unknown-key.ts';
import { misplacedKey } from './m004-misplaced-key.ts';
import { duplicateSlug } from './m005-duplicate-slug.ts';
import { invalidSlug } from './m006-invalid-slug.ts';
import { duplicateGroup } from './m007-duplicate-group.ts';
import { unknownGroup } from './m008-unknown-group.ts';
import { deprecatedGroup } from './m009-deprecated-group.ts';
import { shadowsBuiltin } from './m010-shadows-builtin.ts';
import { modeSourceConflict } from './m011-mode-source-conflict.ts';

/** Every rule. */
export const rules: readonly Rule[] = [
  parseError,
  schemaViolation,
  unknownKey,
  misplacedKey,
  duplicateSlug,
  invalidSlug,
  duplicateGroup,
  unknownGroup,
  deprecatedGroup,
  shadowsBuiltin,
  modeSourceConflict,
];
