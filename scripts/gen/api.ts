/** Reads the exports of all entry points, checks their docstrings, and prints a page per entry point. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import {
  Application,
  Comment,
  type Context,
  Converter,
  type DeclarationReflection,
  LogLevel,
  type ProjectReflection,
  type Reflection,
  ReflectionKind,
} from 'typedoc'
import { assertDocumented } from './api-docs.ts'
import { link, type LinkResolver, createLinkResolver, type Page } from './api-links.ts'
import { keepNames, nameAnonymousTypes } from './api-names.ts'
import { printExamples } from './api-examples.ts'
import { type EntryProgram, importName } from './entry-program.ts'
import { notice, printPage, type Style, textOf } from './api-page.ts'

const root = new URL('../../', import.meta.url)

interface ApiPage {
  readonly file: string
  readonly text: string
}

/** The pages of the reference, and the source text of their examples. */
export interface Api {
  readonly pages: readonly ApiPage[]
  readonly examples: string
}

/** @throws Error if an export lacks a docstring or mentions a type that no entry point exports */
export async function printApi(entryProgram: EntryProgram, style: Style): Promise<Api> {
  const project = await readEntryPoints(entryProgram)
  assertDocumented(project)
  nameAnonymousTypes(project)
  const pages = pagesOf(project, [...entryProgram.files.keys()])
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

/** Prints the first page: all entry points with their exports. */
function printIndex(pages: readonly Page[], links: LinkResolver): string {
  return [
    notice,
    '# Reference',
    'All exports of all entry points: declaration, description, errors and example. ' +
      'The [README](../../README.md) and the guides show how to combine them.',
    ...pages.flatMap(({ file, title, comment, declarations }) => {
      const linksTo = (isIncluded: (declaration: DeclarationReflection) => boolean): string =>
        declarations
          .filter((each) => isIncluded(each) && each.name !== 'default')
          .map(({ name }) => link(name, file, links).replace('](#', `](${file}#`))
          .join(', ')
      const isList = file === recordsFile
      return [
        `## [${title}](${file})`,
        comment ? textOf(comment) : '',
        isList ? '' : linksTo(isValue),
        isList ? '' : linksTo((each) => !isValue(each)),
      ]
    }),
  ].join('\n\n')
}

/** The page of records, relative to the pages of entry points. The package ships it, and not the others. */
const recordsFile = '../records.md'
const recordsComment = new Comment([
  {
    kind: 'text',
    text:
      'Types of the records in responses, such as `User`, and of the stored rows, such as `UserRow`. `given`, ' +
      '`row` and `rows` use them. Dates are `yyyy-MM-dd`, timestamps ISO 8601 in UTC, amounts of money ' +
      'decimal strings. [Operations](operations.md) lists the operations that read and write them.',
  },
])

/** Whether an export is a value. Values are listed before types. */
const isValue = (declaration: DeclarationReflection): boolean =>
  declaration.kindOf([ReflectionKind.Function, ReflectionKind.Variable, ReflectionKind.Class])

async function readEntryPoints({ program, files }: EntryProgram): Promise<ProjectReflection> {
  const app = await Application.bootstrap({
    basePath: fileURLToPath(root),
    readme: 'none',
    disableGit: true,
    disableSources: true,
    excludeExternals: true,
    excludeInternal: true,
    excludePrivate: true,
    // The types that use these describe them in place.
    intentionallyNotExported: [
      'BaseTest',
      'EmulatorErrorDetails',
      'Id',
      'OutageTarget',
      'RowMatchOf',
      'StoryContext',
      'vitest',
    ],
    sort: ['source-order'],
    logLevel: LogLevel.Warn,
    validation: { notExported: true, invalidLink: true, notDocumented: false },
  })
  keepNames(app)
  keepMemberComments(app)
  const entryPoints = [...files].map(([displayName, sourceFile]) => ({
    displayName,
    program,
    sourceFile,
  }))
  const project = app.converter.convert(entryPoints)
  app.validate(project)
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error('see the warnings above')
  return project
}

/** Gives members of mapped types the docstrings of the methods and accessors that they are mapped from. */
function keepMemberComments({ converter }: Application): void {
  const commentOf = (context: Context, member: Reflection): Comment | undefined => {
    const [declaration] = context.getSymbolFromReflection(member)?.declarations ?? []
    const isMember =
      declaration && (ts.isMethodDeclaration(declaration) || ts.isGetAccessor(declaration))
    return isMember ? context.getSignatureComment(declaration) : undefined
  }
  const complete = (context: Context, target: Reflection, member: Reflection): void => {
    const comment = target.comment ?? commentOf(context, member)
    if (comment) target.comment = comment
  }
  converter.on(Converter.EVENT_CREATE_DECLARATION, (context: Context, member) => {
    if (member.kind === ReflectionKind.Property) complete(context, member, member)
  })
  converter.on(Converter.EVENT_CREATE_SIGNATURE, (context: Context, signature) => {
    if (signature.parent.kind === ReflectionKind.Method)
      complete(context, signature, signature.parent)
  })
}

/** A page for each entry point, and one page for the many record types. */
function pagesOf(project: ProjectReflection, entryPoints: readonly string[]): Page[] {
  const modules = new Map((project.children ?? []).map((each) => [each.name, each]))
  const main = modules.get('index') as DeclarationReflection
  const records = recordNames(main)
  const isRecord = ({ name }: { readonly name: string }): boolean => records.has(name)
  const pages = entryPoints.map((entryPoint): Page => {
    const module = modules.get(entryPoint) as DeclarationReflection
    const all = sorted(module.children ?? []).filter((each) => module !== main || !isRecord(each))
    const declarations = [...all.filter(isValue), ...all.filter((each) => !isValue(each))]
    const file = `${entryPoint}.md`
    return { file, title: importName(entryPoint), comment: module.comment, declarations }
  })
  const rows = sorted(main.children ?? []).filter(isRecord)
  return [
    ...pages,
    { file: recordsFile, title: 'Records', comment: recordsComment, declarations: rows },
  ]
}

const sorted = (declarations: readonly DeclarationReflection[]): DeclarationReflection[] =>
  declarations.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))

/** The names of the types in `Rows` and `Records`. */
function recordNames(main: DeclarationReflection): Set<string> {
  const recordMaps = ['Rows', 'Records']
  const names = (main.children ?? [])
    .filter(({ name }) => recordMaps.includes(name))
    .flatMap(({ children = [] }) => children.map(({ type }) => String(type)))
    // Note: if a row type equals its record type, only the row type is mentioned.
    .flatMap((name) => [name, name.replace(/Row$/, '')])
  return new Set([...recordMaps, ...names])
}
