/** Insists that what a door exports says what it is: a word without a docstring stops the generator. */
import { type DeclarationReflection, type ProjectReflection, ReflectionKind } from 'typedoc'
import { isInherited } from './api-declarations.ts'

export function insistOnDocs(project: ProjectReflection): void {
  const missing = (project.children ?? []).flatMap((door) => [
    ...(door.comment ? [] : [`the door ${door.name}: a comment with @module`]),
    ...(door.children ?? []).flatMap((word) => lacks(word, door.name)),
  ])
  if (missing.length === 0) return
  throw new Error(`These exports lack a docstring, or a part of it:\n  ${missing.join('\n  ')}`)
}

function lacks(word: DeclarationReflection, door: string): string[] {
  if (word.kind === ReflectionKind.Reference) return []
  const name = `${door}: ${word.name}`
  const members = word.kindOf([ReflectionKind.Interface, ReflectionKind.Class])
    ? (word.children ?? []).filter((member) => !isInherited(member))
    : []
  return [
    ...(says(word) ? [] : [name]),
    ...(word.kind === ReflectionKind.Function && !has(word, '@example')
      ? [`${name}: @example`]
      : []),
    ...members.filter((member) => !says(member)).map((member) => `${name}.${member.name}`),
    ...(word.name.endsWith('Options') ? members : [])
      .filter((option) => option.flags.isOptional && !/Default: /.test(textOf(option)))
      .map((option) => `${name}.${option.name}: its "Default: …"`),
  ]
}

const commentsOf = ({ comment, signatures = [] }: DeclarationReflection) =>
  [comment, ...signatures.map((signature) => signature.comment)].filter(
    (each) => each !== undefined,
  )

const textOf = (word: DeclarationReflection): string =>
  commentsOf(word)
    .flatMap(({ summary }) => summary.map(({ text }) => text))
    .join('')
    .trim()

/** The constructor is spoken for by its class. */
const says = (word: DeclarationReflection): boolean =>
  word.kind === ReflectionKind.Constructor || textOf(word) !== ''

const has = (word: DeclarationReflection, tag: `@${string}`): boolean =>
  commentsOf(word).some((comment) => comment.getTag(tag) !== undefined)
