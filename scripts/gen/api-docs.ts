/** Insists that what a door exports says what it is: a word without a docstring stops the generator. */
import { type DeclarationReflection, type ProjectReflection, ReflectionKind } from 'typedoc'
import { isInherited } from './api-declarations.ts'

export function assertDocumented(project: ProjectReflection): void {
  const missing = (project.children ?? []).flatMap((entryPoint) => [
    ...(entryPoint.comment ? [] : [`the door ${entryPoint.name}: a comment with @module`]),
    ...(entryPoint.children ?? []).flatMap((word) => missingDocs(word, entryPoint.name)),
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

/** The constructor is spoken for by its class. */
const hasSummary = (word: DeclarationReflection): boolean =>
  word.kind === ReflectionKind.Constructor || textOf(word) !== ''

const hasTag = (word: DeclarationReflection, tag: `@${string}`): boolean =>
  commentsOf(word).some((comment) => comment.getTag(tag) !== undefined)
