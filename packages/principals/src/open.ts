// Loaded if credentials are required.

export { type Denial, type DenialCode, deny } from './denial.ts';
export { guardDoor, metricsDoor, principalDoor, toHttpRefusal } from './http/principal-door.ts';
export { type OpenPrincipalsOptions, openPrincipals, type Principals } from './open-principals.ts';
export { type Refusal, toRefusal } from './refusal.ts';
export { listTokens } from './tokens/token-file.ts';
