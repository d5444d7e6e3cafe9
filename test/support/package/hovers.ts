/** Lists the members of exported interfaces that have no docstring in the types of the package. */
import { dirname } from 'node:path'
import ts from 'typescript'

/**
 * Returns the members without a docstring as `server.d.ts: ServerOptions.port`. The compiler writes the docstring of
 * a spread property only if the property is declared in the same file.
 *
 * @param paths the declaration files of the entry points, in one folder
 */
export function membersWithoutHover(paths: readonly string[]): string[] {
  const program = ts.createProgram([...paths], {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    skipLibCheck: true,
  })
  const checker = program.getTypeChecker()

  const membersOf = (symbol: ts.Symbol): readonly ts.Symbol[] =>
    symbol.flags & ts.SymbolFlags.Interface
      ? checker.getDeclaredTypeOfSymbol(symbol).getProperties()
      : []

  return paths.flatMap((path) => {
    const file = program.getSourceFile(path) as ts.SourceFile
    const isOwn = ({ declarations = [] }: ts.Symbol): boolean =>
      declarations.some((each) => dirname(each.getSourceFile().fileName) === dirname(file.fileName))
    const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(file) as ts.Symbol)
    return exported.flatMap((each) => {
      const symbol = each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each
      return membersOf(symbol)
        .filter((member) => isOwn(member) && member.getDocumentationComment(checker).length === 0)
        .map((member) => `${file.fileName.split('/').at(-1)}: ${each.name}.${member.name}`)
    })
  })
}
