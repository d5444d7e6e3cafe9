/** Reads every exported word of every door, insists that each says what it is, and prints a page per door. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  Application,
  Comment,
  type DeclarationReflection,
  LogLevel,
  type ProjectReflection,
  ReflectionKind,
} from 'typedoc'
import { assertDocumented } from './api-docs.ts'
import { link, type LinkResolver, createLinkResolver, type Page } from './api-links.ts'
import { keepNames, nameAnonymousTypes } from './api-names.ts'
import { printExamples } from './api-examples.ts'
import { notice, printPage, type Style, textOf } from './api-page.ts'

const root = new URL('../../', import.meta.url)
const packageName = 'course-admin-emulator'

export interface ApiPage {
  readonly file: string
  readonly text: string
}

/** The pages, and their examples as a source for the compiler. */
export interface Api {
  readonly pages: readonly ApiPage[]
  readonly examples: string
}

export async function printApi(style: Style): Promise<Api> {
  const entryPoints = entryPointNames()
  const project = await readEntryPoints(entryPoints)
  assertDocumented(project)
  nameAnonymousTypes(project)
  const pages = pagesOf(project, entryPoints)
  const links = createLinkResolver(pages)
  const printed = pages.map(async (page) => ({
    file: page.file,
    text: await printPage(page, links, style),
  }))
  const index = { file: 'README.md', text: printIndex(pages, links) }
  const docGlobals = readFileSync(new URL('test/support/doc-globals.ts', root), 'utf8')
  return {
    pages: [index, ...(await Promise.all(printed))],
    examples: printExamples(pages, docGlobals),
  }
}

/** The first page: every door with its words. */
function printIndex(pages: readonly Page[], links: LinkResolver): string {
  return [
    notice,
    '# Reference',
    'Every word that a door exports: its declaration, what it says, what it throws, an example. ' +
      'The [README](../../README.md) and the guides show how they go together.',
    ...pages.flatMap(({ file, title, comment, declarations }) => {
      const linksTo = (isMeant: (declaration: DeclarationReflection) => boolean): string =>
        declarations
          .filter((word) => isMeant(word) && word.name !== 'default')
          .map(({ name }) => link(name, file, links).replace('](#', `](${file}#`))
          .join(', ')
      const isList = file === recordsFile
      return [
        `## [${title}](${file})`,
        comment ? textOf(comment) : '',
        isList ? '' : linksTo(isValue),
        isList ? '' : linksTo((word) => !isValue(word)),
      ]
    }),
  ].join('\n\n')
}

const recordsFile = 'records.md'
const recordsComment = new Comment([
  {
    kind: 'text',
    text:
      'What the service answers, such as `User`, and what is stored, such as `UserRow`: what `given`, ' +
      '`row` and `rows` speak of. Dates are `yyyy-MM-dd`, moments ISO 8601 in UTC, money a decimal in a ' +
      'string. [Supported operations](../supported.md) lists which operations read and write them.',
  },
])

/** Something to call or to hold, which goes before the types. */
const isValue = (declaration: DeclarationReflection): boolean =>
  declaration.kindOf([ReflectionKind.Function, ReflectionKind.Variable, ReflectionKind.Class])

/** The doors in the order of the package, by the names of their files. */
function entryPointNames(): string[] {
  const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  return Object.keys(exports)
    .filter((path) => path !== './package.json')
    .map((path) => (path === '.' ? 'index' : path.slice('./'.length)))
}

async function readEntryPoints(entryPoints: readonly string[]): Promise<ProjectReflection> {
  const path = (file: string): string => fileURLToPath(new URL(file, root))
  const app = await Application.bootstrap({
    entryPoints: entryPoints.map((entryPoint) => path(`src/${entryPoint}.ts`)),
    tsconfig: path('tsconfig.json'),
    basePath: path('.'),
    readme: 'none',
    // Note: types are checked by a step of their own.
    skipErrorChecking: true,
    disableGit: true,
    disableSources: true,
    excludeExternals: true,
    excludeInternal: true,
    excludePrivate: true,
    // What nobody needs a name for: it is told where it is used.
    intentionallyNotExported: ['BaseTest', 'EmulatorErrorDetails', 'Issue', 'StoryContext'],
    sort: ['source-order'],
    logLevel: LogLevel.Warn,
    validation: { notExported: true, invalidLink: true, notDocumented: false },
  })
  keepNames(app)
  const project = await app.convert()
  if (!project) throw new Error('the doors could not be read')
  app.validate(project)
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error('see the warnings above')
  return project
}

/** A page for each door, and one for the records, which would drown the rest. */
function pagesOf(project: ProjectReflection, entryPoints: readonly string[]): Page[] {
  const modules = new Map((project.children ?? []).map((each) => [each.name, each]))
  const main = modules.get('src') as DeclarationReflection
  const records = recordNames(main)
  const isRecord = ({ name }: { readonly name: string }): boolean => records.has(name)
  const pages = entryPoints.map((entryPoint): Page => {
    const module = modules.get(
      entryPoint === 'index' ? 'src' : `src/${entryPoint}`,
    ) as DeclarationReflection
    const all = sorted(module.children ?? []).filter((word) => module !== main || !isRecord(word))
    const declarations = [...all.filter(isValue), ...all.filter((word) => !isValue(word))]
    const title = entryPoint === 'index' ? packageName : `${packageName}/${entryPoint}`
    return { file: `${entryPoint}.md`, title, comment: module.comment, declarations }
  })
  const rows = sorted(main.children ?? []).filter(isRecord)
  return [
    ...pages,
    { file: recordsFile, title: 'Records', comment: recordsComment, declarations: rows },
  ]
}

const sorted = (declarations: readonly DeclarationReflection[]): DeclarationReflection[] =>
  declarations.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))

/** What `Rows` and `Records` lead to. */
function recordNames(main: DeclarationReflection): Set<string> {
  const registers = ['Rows', 'Records']
  const held = (main.children ?? [])
    .filter(({ name }) => registers.includes(name))
    .flatMap(({ children = [] }) => children.map(({ type }) => String(type)))
    // Note: where both are the same, the one leads to the other.
    .flatMap((name) => [name, name.replace(/Row$/, '')])
  return new Set([...registers, ...held])
}
