/** Rules about the code of the source: globals, casts, exports and the comment that opens a file. */
import { exportsOf } from './exports.ts'
import { layerOf } from './layers.ts'
import { inFile, onLine, type Rule, type Violation } from './rule.ts'
import {
  isEntryPoint,
  isGenerated,
  isResource,
  type Project,
  type SourceFile,
  withoutComments,
  writtenSource,
} from './source-files.ts'

interface BannedUse {
  readonly pattern: RegExp
  /** The files that may use it. */
  readonly allowedIn: RegExp
  readonly replacement: string
}

const bannedUses: readonly BannedUse[] = [
  {
    pattern: /\bDate\.now\b|new Date\(\)/,
    allowedIn: /^src\/machine\/time\/real-time-wakeup\.ts$/,
    replacement: 'the clock',
  },
  {
    pattern: /\b(setTimeout|setInterval|setImmediate)\b/,
    allowedIn:
      /^src\/(machine\/(idle\/idle-tracker\.ts|time\/(real-time-wakeup\.ts|fake-timers\/))|adapters\/|inspector\/|scenarios\/remote-integration\.ts)/,
    replacement: 'the clock',
  },
  {
    pattern: /Math\.random|randomUUID|getRandomValues/,
    allowedIn: /^$/,
    replacement: 'machine/random',
  },
  {
    pattern: /from 'node:/,
    allowedIn: /^src\/adapters\/|^src\/cli\.ts$/,
    replacement: 'an adapter',
  },
  { pattern: /from 'msw/, allowedIn: /^src\/adapters\//, replacement: 'an adapter' },
  {
    pattern: /'@faker-js\/faker'/,
    allowedIn: /^src\/(kit\/(rows\/)?faker|define\/recipe)/,
    replacement: 'kit/faker',
  },
  { pattern: /entry\['/, allowedIn: /^$/, replacement: 'a typed journal entry' },
  { pattern: /\blater as\b/, allowedIn: /^$/, replacement: 'a context that is built in order' },
  {
    pattern: /Object\.assign\(/,
    allowedIn: /^src\/(?!emulator[/.])/,
    replacement: 'a class with methods',
  },
]

const noBannedUses: Rule = {
  name: 'the source uses globals, packages and casts only where it may',
  check: (project) =>
    writtenSource(project).flatMap((file) =>
      bannedUses.filter(({ allowedIn }) => !allowedIn.test(file.path)).flatMap(usesIn(file)),
    ),
}

const usesIn =
  (file: SourceFile) =>
  ({ pattern, replacement }: BannedUse): Violation[] =>
    withoutComments(file.text)
      .split('\n')
      .flatMap((text, index) => {
        const word = isTypeImport(text) ? undefined : pattern.exec(text)?.[0]
        const problem = `"${word}" -> use ${replacement}`
        return word === undefined ? [] : [onLine(file.path, index + 1, problem)]
      })

/** An import of types leaves no trace at run time. */
const isTypeImport = (line: string): boolean =>
  line.startsWith('import type') || line.includes('typeof import(')

const castsMax = 5

const fewCasts: Rule = {
  name: `the source has at most ${castsMax} casts over unknown`,
  check: (project) => {
    const casts = castsIn(project)
    const problem = `"as unknown as" (${casts.length} of them) -> write a type guard or a type that fits`
    return casts.length > castsMax ? casts.map(({ path, line }) => onLine(path, line, problem)) : []
  },
}

const castsAreExplained: Rule = {
  name: 'a comment explains each cast over unknown',
  check: (project) =>
    castsIn(project)
      .filter(({ lines, line }) => !lines.slice(Math.max(0, line - 2), line).some(hasComment))
      .map(({ path, line }) => onLine(path, line, 'a cast without a comment -> say why it holds')),
}

const castsIn = (project: Project): { path: string; line: number; lines: readonly string[] }[] =>
  writtenSource(project).flatMap(({ path, lines }) =>
    lines.flatMap((text, index) =>
      text.includes('as unknown as') ? [{ path, line: index + 1, lines }] : [],
    ),
  )

const hasComment = (line: string): boolean => /\/\/|\*\/|^\s*\*/.test(line)

/** Each test runner's entry point exports its own `test`, as the users of the runner expect. */
const sharedNames = ['test']

const declaredOnce: Rule = {
  name: 'one exported name is declared in one file',
  check: (project) => {
    // Note: generated types have the names of the definitions that they are printed from.
    const declarations = new Map<string, string[]>()
    for (const { name, path, line } of writtenSource(project).flatMap(exportsOf)) {
      declarations.set(name, [...(declarations.get(name) ?? []), `${path}:${line}`])
    }
    return [...declarations]
      .filter(([name, places]) => places.length > 1 && !sharedNames.includes(name))
      .map(([name, places]) => ({
        key: name,
        message: `${places.join(', ')}: each exports "${name}" -> give each its own name`,
      }))
  },
}

const opensWithComment: Rule = {
  name: 'every file opens with a comment that tells its purpose',
  check: (project) =>
    writtenSource(project)
      .filter(({ path }) => !isEntryPoint(path) && !isResource(path))
      .filter(({ text }) => !/^(#!.*\n)?\/\*\*/.test(text))
      .map(({ path }) => inFile(path, 'no comment at the head of the file -> write one')),
}

const resourcesAreDocumented: Rule = {
  name: 'every resource has a docstring',
  check: (project) =>
    writtenSource(project)
      .filter(({ path, text }) => isResource(path) && !/^\/\*\* .+ \*\/\nexport const/m.test(text))
      .map(({ path }) => inFile(path, 'no docstring of one line before `export const`')),
}

const sharedLayers = 'explore kit serve deliver describe model faults define machine'.split(' ')

/** The tables of tokens and deliveries, which every service has. Lower layers receive their names. */
const tablesOfEveryService = ['api_keys', 'webhook_notifications', 'webhooks']

const resourcesAreNotNamed: Rule = {
  name: 'shared layers name no resource',
  check: (project) => {
    const resources = project
      .filter((file) => isResource(file.path) && !isGenerated(file))
      .map(({ path }) => path.replace(/^.*\/|\.ts$/g, ''))
    return writtenSource(project)
      .filter(({ path }) => sharedLayers.includes(layerOf(path) ?? ''))
      .flatMap(({ path, text }) => {
        const code = withoutComments(text)
        return resources
          .filter((name) => code.includes(`'${name}'`))
          .filter((name) => layerOf(path) !== 'explore' || !tablesOfEveryService.includes(name))
          .map((name) => inFile(path, `names the resource "${name}" -> take it from the catalog`))
      })
  },
}

export const codeRules: readonly Rule[] = [
  noBannedUses,
  fewCasts,
  castsAreExplained,
  declaredOnce,
  opensWithComment,
  resourcesAreDocumented,
  resourcesAreNotNamed,
]
