// The changes to one node of the tree, one at a time.
import { isGuard, isNode, type Node, nodeIn } from './syntax.ts';

interface Change {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  readonly replacement: string;
}

const BINARY: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&': ['|'],
  '|': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
};
const LOGICAL: Readonly<Record<string, readonly string[]>> = { '&&': ['||'], '||': ['&&'], '??': ['&&'] };
const ASSIGNMENTS: Readonly<Record<string, readonly string[]>> = {
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '/=': ['*='],
  '??=': ['='],
};
/** Methods that are easily confused. */
const METHODS = new Map<string, string>([
  ['min', 'max'],
  ['max', 'min'],
  ['some', 'every'],
  ['every', 'some'],
  ['shift', 'pop'],
  ['pop', 'shift'],
  ['push', 'unshift'],
  ['unshift', 'push'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
]);
/** Methods whose call can be omitted, leaving the list unchanged. */
const OPTIONAL_CALLS = ['filter', 'sort', 'toSorted', 'reverse', 'toReversed', 'slice'];

type Changer = (source: string, node: Node) => Change[];

const CHANGERS: Readonly<Record<string, Changer>> = {
  BinaryExpression: (source, node) =>
    isText(node) ? [] : operatorChanges(source, node, BINARY, 'operator', node['operator']),
  LogicalExpression: (source, node) => operatorChanges(source, node, LOGICAL, 'logic', node['operator']),
  AssignmentExpression: (source, node) =>
    operatorChanges(source, node, ASSIGNMENTS, 'assignment', node['operator']),
  UnaryExpression: (source, node) =>
    node['operator'] === '!' ? [whole(node, 'negation', textOf(source, nodeIn(node, 'argument')))] : [],
  UpdateExpression: (source, node) => [
    whole(
      node,
      'step',
      textOf(source, node).replace(/\+\+|--/, (sign) => (sign === '++' ? '--' : '++')),
    ),
  ],
  BooleanLiteral: (_, node) => [whole(node, 'boolean', String(node['value'] !== true))],
  NumericLiteral: (_, node) =>
    [1, -1].map((step) => whole(node, 'number', `(${Number(node['value']) + step})`)),
  StringLiteral: (_, node) => [whole(node, 'text', node['value'] === '' ? "'mutant'" : "''")],
  TemplateLiteral: (_, node) => [whole(node, 'text', '``')],
  ArrayExpression: (_, node) =>
    (node['elements'] as unknown[]).length === 0 ? [] : [whole(node, 'list', '[]')],
  IfStatement: (_, node) => conditions(nodeIn(node, 'test'), isGuard(node) ? ['true'] : ['true', 'false']),
  ConditionalExpression: (_, node) => conditions(nodeIn(node, 'test'), ['true', 'false']),
  WhileStatement: (_, node) => conditions(nodeIn(node, 'test'), ['false']),
  ForStatement: (_, node) => (isNode(node['test']) ? conditions(node['test'], ['false']) : []),
  ExpressionStatement: (_, node) => [whole(node, 'statement', ';')],
  BreakStatement: (_, node) => [whole(node, 'statement', ';')],
  ContinueStatement: (_, node) => [whole(node, 'statement', ';')],
  ReturnStatement: (_, node) => returns(node),
  OptionalMemberExpression: (source, node) => chainChanges(source, node, 'object'),
  OptionalCallExpression: (source, node) => [
    ...chainChanges(source, node, 'callee'),
    ...callChanges(source, node),
  ],
  CallExpression: (source, node) => callChanges(source, node),
};

export function changesOf(source: string, node: Node): Change[] {
  return CHANGERS[node.type]?.(source, node) ?? [];
}

function textOf(source: string, { start, end }: Node): string {
  return source.slice(start, end);
}

function whole({ start, end }: Node, kind: string, replacement: string): Change {
  return { start, end, kind, replacement };
}

/** String concatenation, where `-` makes no sense. */
function isText(node: Node): boolean {
  return ['left', 'right'].some((side) => /StringLiteral|TemplateLiteral/.test(nodeIn(node, side).type));
}

function operatorChanges(
  source: string,
  node: Node,
  table: Readonly<Record<string, readonly string[]>>,
  kind: string,
  operator: unknown,
): Change[] {
  if (typeof operator !== 'string') return [];
  const between = nodeIn(node, 'left').end;
  const start = source.indexOf(operator, between);
  if (start < 0 || start >= nodeIn(node, 'right').start) return [];
  const end = start + operator.length;
  return (table[operator] ?? []).map((replacement) => ({ start, end, kind, replacement }));
}

function conditions(test: Node, values: readonly string[]): Change[] {
  return test.type === 'BooleanLiteral' ? [] : values.map((value) => whole(test, 'condition', value));
}

/** Literals are mutated themselves. */
function returns(node: Node): Change[] {
  const { argument } = node;
  if (!isNode(argument)) return [whole(node, 'statement', ';')];
  return /Literal$|^Identifier$/.test(argument.type) ? [] : [whole(node, 'return', 'return undefined;')];
}

/** `a?.b` without its question mark. */
function chainChanges(source: string, node: Node, before: 'object' | 'callee'): Change[] {
  if (node['optional'] !== true) return [];
  const start = source.indexOf('?.', nodeIn(node, before).end);
  if (start < 0 || start >= node.end) return [];
  const replacement = node['computed'] === true || before === 'callee' ? '' : '.';
  return [{ start, end: start + 2, kind: 'chain', replacement }];
}

function callChanges(source: string, node: Node): Change[] {
  const callee = nodeIn(node, 'callee');
  const property = callee['property'];
  const object = callee['object'];
  if (!isNode(property) || !isNode(object) || callee['computed'] === true) return [];
  const name = textOf(source, property);
  const changes: Change[] = [];
  const other = METHODS.get(name);
  if (other !== undefined && !isSchema(source, object) && !isListOfComplaints(source, object)) {
    changes.push(whole(property, 'method', other));
  }
  const hasArguments = (node['arguments'] as unknown[]).length > 0;
  if (OPTIONAL_CALLS.includes(name) && (hasArguments || name !== 'slice')) {
    changes.push(whole(node, 'call', textOf(source, object)));
  }
  return changes;
}

/** The order in which problems are listed does not matter. */
function isListOfComplaints(source: string, object: Node): boolean {
  return ['problems', 'broken', 'reasons'].includes(textOf(source, object));
}

/** `z.int().min(0)`: with `max` the schema would be another one, which its numbers show as well. */
function isSchema(source: string, object: Node): boolean {
  return /^(z\b|id\b|seat\b|count\b)/.test(textOf(source, object));
}
