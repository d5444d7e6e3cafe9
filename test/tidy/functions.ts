/** Measures functions: their lines with and without the functions inside them. */
import ts from 'typescript'
import { lineAt, type SourceFile, treeOf } from './source-files.ts'

export interface MeasuredFunction {
  readonly name: string
  readonly line: number
  /** The lines with all inner functions. */
  readonly lines: number
  /** The lines without inner function declarations and methods. */
  readonly ownLines: number
}

/** Measures function declarations, methods, and functions that a variable holds. */
export function functionsOf(file: SourceFile): MeasuredFunction[] {
  const found: MeasuredFunction[] = []
  measure(file, treeOf(file), found)
  return found
}

/** Adds the functions below a node; returns the lines of the declarations among them. */
function measure(file: SourceFile, node: ts.Node, found: MeasuredFunction[]): number {
  let inner = 0
  ts.forEachChild(node, (child) => {
    inner += measure(file, child, found)
  })
  const name = nameOfFunction(node)
  if (name === undefined) return inner
  const line = lineAt(file, node.getStart(treeOf(file)))
  const lines = lineAt(file, node.end) - line + 1
  found.push({ name, line, lines, ownLines: lines - inner })
  return ts.isVariableDeclaration(node) ? inner : lines
}

function nameOfFunction(node: ts.Node): string | undefined {
  if (ts.isFunctionDeclaration(node)) return node.name?.text ?? 'default'
  if (ts.isConstructorDeclaration(node)) return 'constructor'
  if (ts.isMethodDeclaration(node) || ts.isAccessor(node))
    return ts.isIdentifier(node.name) ? node.name.text : 'method'
  if (!ts.isVariableDeclaration(node) || !node.initializer || !ts.isIdentifier(node.name))
    return undefined
  const { initializer } = node
  const isFunction = ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)
  return isFunction ? node.name.text : undefined
}
