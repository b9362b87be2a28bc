export { canonicalJson, isTooDeep, maxJsonDepth } from './canonical-json.ts';
export { equalValues } from './equal-values.ts';
export { estimateBytes } from './estimate-bytes.ts';
export { numberLiteral, parseExactly, plainNumbers } from './exact-numbers.ts';
export { isJsonObject, type JsonObject } from './json-object.ts';
export { jsonPointer, parsePointer, resolvePointer } from './json-pointer.ts';
export { createLineIndex, type LineIndex, type TextPosition } from './line-index.ts';
export { nestsDeeper } from './nesting.ts';
export { rawJson } from './raw-json.ts';
