// A source file as a syntax tree, as far as mutating needs it.
import { parse } from '@babel/parser';

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly loc: { readonly start: { readonly line: number } };
  readonly [field: string]: unknown;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

export function treeOf(source: string): Node {
  const file: unknown = parse(source, { sourceType: 'module', plugins: ['typescript'] }).program;
  if (!isNode(file)) throw new Error('the parser gave no tree');
  return file;
}

/** Types are erased; only the expression of these nodes remains. */
const TRANSPARENT = [
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSInstantiationExpression',
];
const DECLARATIONS = ['ImportDeclaration', 'ExportAllDeclaration'];

/** The parts of a node that run, with the names of the fields they are in. */
export function partsOf(node: Node): [field: string, part: Node][] {
  if (TRANSPARENT.includes(node.type)) return fieldsOf(node).filter(([field]) => field === 'expression');
  if (node.type.startsWith('TS') || DECLARATIONS.includes(node.type)) return [];
  if (node.type === 'ExportNamedDeclaration' && isNode(node['source'])) return [];
  return fieldsOf(node).filter(([field, part]) => isRun(node, field) && part.type !== 'Directive');
}

function isRun(node: Node, field: string): boolean {
  if (field.endsWith('omments')) return false;
  const isName = field === 'key' || field === 'property';
  return !isName || node['computed'] === true;
}

function fieldsOf(node: Node): [string, Node][] {
  return Object.entries(node).flatMap(([field, value]): [string, Node][] => {
    if (isNode(value)) return [[field, value]];
    return Array.isArray(value) ? value.filter(isNode).map((part): [string, Node] => [field, part]) : [];
  });
}

export function nodeIn(node: Node, field: string): Node {
  const part = node[field];
  if (!isNode(part)) throw new Error(`${node.type} without ${field}`);
  return part;
}

/** `if (…) throw …`: a correct program never gets there, so no test can notice its absence. */
export function isGuard(node: Node): boolean {
  if (node.type !== 'IfStatement') return false;
  const then = nodeIn(node, 'consequent');
  const body = then['body'];
  const only = Array.isArray(body) && body.length === 1 ? (body[0] as Node) : then;
  return only.type === 'ThrowStatement';
}
