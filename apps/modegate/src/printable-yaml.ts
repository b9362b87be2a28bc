import { escapeControls } from '@modegate/policy-check/reporters';
import { Document, Scalar, visit } from 'yaml';

/**
 * Writes YAML that can be displayed safely: strings with control or formatting characters, or with text that a CI
 * runner would treat as a command, are double-quoted on one line with those characters escaped. The meaning is
 * unchanged.
 */
export function printableYaml(value: unknown): string {
  const document = new Document(value);
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'string' && node.value !== escapeControls(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document
    .toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY })
    .replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeCharacter)
    .replaceAll(/##(?=\w*\[)/g, '#\\x23');
}

function escapeCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
}
