/** The compiled entry points, for all generators that read their types. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export interface EntryProgram {
  readonly program: ts.Program
  /** The source file of each entry point: `index`, `node` and so on, in the order of package.json. */
  readonly files: ReadonlyMap<string, ts.SourceFile>
}

/** @param root the checkout whose entry points are compiled */
export function createEntryProgram(root: URL): EntryProgram {
  const names = entryPointNames(root)
  const path = (name: string): string => fileURLToPath(new URL(`src/${name}.ts`, root))
  const program = ts.createProgram(names.map(path), compilerOptions(root))
  const files = names.map((name): [string, ts.SourceFile] => {
    const file = program.getSourceFile(path(name))
    if (!file) throw new Error(`src/${name}.ts is missing`)
    return [name, file]
  })
  return { program, files: new Map(files) }
}

/** The name that users import. */
export const importName = (entryPoint: string): string =>
  entryPoint === 'index' ? packageName : `${packageName}/${entryPoint}`

export const packageName = 'course-admin-emulator'

function entryPointNames(root: URL): string[] {
  const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  return Object.keys(exports)
    .filter((path) => path !== './package.json')
    .map((path) => (path === '.' ? 'index' : path.slice('./'.length)))
}

function compilerOptions(root: URL): ts.CompilerOptions {
  const path = fileURLToPath(new URL('tsconfig.json', root))
  const { config } = ts.readConfigFile(path, ts.sys.readFile)
  return ts.parseJsonConfigFileContent(config, ts.sys, fileURLToPath(root)).options
}
