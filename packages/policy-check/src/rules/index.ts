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
import { secretInConfig } from './m060-secret-in-config.ts';
import { unpinnedPackage } from './m061-unpinned-package.ts';
import { plainHttp } from './m062-plain-http.ts';
import { shellStringCommand } from './m063-shell-string-command.ts';
import { broadFilesystemGrant } from './m064-broad-filesystem-grant.ts';
import { serverNameShadowing } from './m065-server-name-shadowing.ts';
import { unusedSuppression } from './m083-unused-suppression.ts';

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
  unusedSuppression,
  secretInConfig,
  unpinnedPackage,
  plainHttp,
  shellStringCommand,
  broadFilesystemGrant,
  serverNameShadowing,
];
