/** Lists the imports of a file: static, re-exports, `import()` and `import()` types. */
import { posix } from 'node:path'
import ts from 'typescript'
import { lineAt, type SourceFile, treeOf, walkTree } from './source-files.ts'

export interface Import {
  readonly from: string
  /** The path of the imported file, or the name of the package. */
  readonly to: string
  readonly typeOnly: boolean
  readonly line: number
}

const imports = new WeakMap<SourceFile, Import[]>()

/** Lists the imports of a code file, in the order of the text. */
export function importsOf(file: SourceFile): Import[] {
  const known = imports.get(file)
  if (known) return known
  const found: Import[] = []
  const visit = (node: ts.Node): void => {
    const target = importTarget(node)
    if (!target) return
    const line = lineAt(file, node.getStart(treeOf(file)))
    found.push({ from: file.path, to: resolve(file.path, target.name), ...target.kind, line })
  }
  // Note: only a text with `import(` can hold an import below its statements.
  if (file.text.includes('import(')) walkTree(treeOf(file), visit)
  else treeOf(file).statements.forEach(visit)
  imports.set(file, found)
  return found
}

interface Target {
  readonly name: string
  readonly kind: { readonly typeOnly: boolean }
}

function importTarget(node: ts.Node): Target | undefined {
  if (ts.isImportDeclaration(node))
    return target(node.moduleSpecifier, node.importClause?.isTypeOnly ?? false)
  if (ts.isExportDeclaration(node)) return target(node.moduleSpecifier, node.isTypeOnly)
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return target(node.argument.literal, true)
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return target(node.arguments[0], false)
  return undefined
}

const target = (specifier: ts.Node | undefined, typeOnly: boolean): Target | undefined =>
  specifier && ts.isStringLiteralLike(specifier)
    ? { name: specifier.text, kind: { typeOnly } }
    : undefined

/** The file that a specifier names; the package's own name leads to its entry points. */
function resolve(from: string, specifier: string): string {
  const own = /^course-admin-emulator(?:\/(\w+))?$/.exec(specifier)
  if (own) return `src/${own[1] ?? 'index'}.ts`
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier
}
