/** Checks that each export of an entry point has a complete docstring. */
import { type DeclarationReflection, type ProjectReflection, ReflectionKind } from 'typedoc'
import { isInherited } from './api-declarations.ts'

/** @throws Error with the exports whose docstring, example or default is missing */
export function assertDocumented(project: ProjectReflection): void {
  const missing = (project.children ?? []).flatMap((entryPoint) => [
    ...(entryPoint.comment ? [] : [`entry point ${entryPoint.name}: a comment with @module`]),
    ...(entryPoint.children ?? []).flatMap((each) => missingDocs(each, entryPoint.name)),
  ])
  if (missing.length === 0) return
  throw new Error(`These exports lack a docstring, or a part of it:\n  ${missing.join('\n  ')}`)
}

function missingDocs(declaration: DeclarationReflection, entryPoint: string): string[] {
  if (declaration.kind === ReflectionKind.Reference) return []
  const name = `${entryPoint}: ${declaration.name}`
  const members = declaration.kindOf([ReflectionKind.Interface, ReflectionKind.Class])
    ? (declaration.children ?? []).filter((member) => !isInherited(member))
    : []
  return [
    ...(hasSummary(declaration) ? [] : [name]),
    ...(declaration.kind === ReflectionKind.Function && !hasTag(declaration, '@example')
      ? [`${name}: @example`]
      : []),
    ...members.filter((member) => !hasSummary(member)).map((member) => `${name}.${member.name}`),
    ...(declaration.name.endsWith('Options') ? members : [])
      .filter((option) => option.flags.isOptional && !/Default: /.test(textOf(option)))
      .map((option) => `${name}.${option.name}: its "Default: …"`),
  ]
}

const commentsOf = ({ comment, signatures = [] }: DeclarationReflection) =>
  [comment, ...signatures.map((signature) => signature.comment)].filter(
    (comment) => comment !== undefined,
  )

const textOf = (declaration: DeclarationReflection): string =>
  commentsOf(declaration)
    .flatMap(({ summary }) => summary.map(({ text }) => text))
    .join('')
    .trim()

/** Whether a declaration has a summary. The docstring of a class covers its constructor. */
const hasSummary = (declaration: DeclarationReflection): boolean =>
  declaration.kind === ReflectionKind.Constructor || textOf(declaration) !== ''

const hasTag = (declaration: DeclarationReflection, tag: `@${string}`): boolean =>
  commentsOf(declaration).some((comment) => comment.getTag(tag) !== undefined)
