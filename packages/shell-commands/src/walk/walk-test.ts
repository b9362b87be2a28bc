import type { TestCommand, TestExpression, Word } from 'unbash';
import { readWord } from './read-word.ts';
import { unreadable } from './source.ts';
import type { Walk } from './walk.ts';

const unary: ReadonlySet<string> = new Set(
  '-a -b -c -d -e -f -g -h -k -n -p -r -s -t -u -w -x -z -G -L -N -O -S'.split(' '),
);
const binary: ReadonlySet<string> = new Set('= == != < > -nt -ot -ef'.split(' '));
const numeric: ReadonlySet<string> = new Set('-eq -ne -lt -le -gt -ge'.split(' '));

/** @internal Walks `[[ … ]]`. Refuses parts that evaluate text as arithmetic or as an index. */
export function walkTest(walk: Walk, node: TestCommand): void {
  if (walk.shell === 'sh') unreadable(walk, node, "'[[', which 'sh' does not have");
  walkExpression(walk, node.expression);
}

function walkExpression(walk: Walk, expression: TestExpression): void {
  switch (expression.type) {
    case 'TestUnary':
      if (!unary.has(expression.operator) || isEvaluated(walk, expression)) refuse(walk, expression);
      readWord(walk, expression.operand);
      break;
    case 'TestBinary':
      walkBinary(walk, expression);
      break;
    case 'TestLogical':
      for (const operand of expression.operands) walkExpression(walk, operand);
      break;
    case 'TestNot':
      walkExpression(walk, expression.operand);
      break;
    case 'TestGroup':
      walkExpression(walk, expression.expression);
      break;
    default:
      unreadable(walk, expression, 'an unknown kind of condition');
  }
}

/** True for an operand that is evaluated: in zsh, the number of a descriptor is evaluated as arithmetic. */
function isEvaluated({ shell }: Walk, { operator, operand }: Extract<TestExpression, { type: 'TestUnary' }>): boolean {
  return shell === 'zsh' && operator === '-t' && !isInteger(operand);
}

function walkBinary(walk: Walk, expression: Extract<TestExpression, { type: 'TestBinary' }>): void {
  const { operator, left, right } = expression;
  const isNumeric = numeric.has(operator) && isInteger(left) && isInteger(right);
  const isMatch = operator === '=~' && walk.shell === 'bash';
  if (!isNumeric && !isMatch && !binary.has(operator)) refuse(walk, expression);
  readWord(walk, left);
  readWord(walk, right);
}

function isInteger({ text }: Word): boolean {
  return /^["']?-?\d+["']?$/.test(text);
}

function refuse(walk: Walk, expression: Extract<TestExpression, { type: 'TestUnary' | 'TestBinary' }>): never {
  const construct = `the condition '${expression.operator}' on something that may be evaluated`;
  return unreadable(walk, expression, construct);
}
