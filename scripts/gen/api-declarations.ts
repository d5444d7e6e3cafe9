/** Writes the words of a door as TypeScript: what stands in the code blocks of its page. */
import {
  type DeclarationReflection,
  type ReferenceType,
  ReflectionKind,
  ReflectionType,
  type SignatureReflection,
  type SomeType,
} from 'typedoc'

/** More words than this in a choice are listed, since a line for each would drown the page. */
const choicesMax = 12

/** Whether a member is told where it comes from, on the page of that word. */
export const isInherited = ({ inheritedFrom }: DeclarationReflection): boolean =>
  (inheritedFrom as ReferenceType | undefined)?.reflection !== undefined

/** What a word is, as a declaration without a body. */
export function declarationText(word: DeclarationReflection): string {
  const { name, type, signatures = [] } = word
  const parameters = generics(word.typeParameters)
  if (word.kind === ReflectionKind.TypeAlias) {
    return `type ${name}${parameters} = ${String(type ?? new ReflectionType(word))}`
  }
  if (word.kind === ReflectionKind.Variable) return `const ${name}: ${String(type)}`
  return signatures.map((each) => `function ${name}${callText(each)}`).join('\n')
}

/** A method or a property, as it stands in an interface. */
export function memberText({ name, signatures, type, flags }: DeclarationReflection): string {
  const key =
    (name.startsWith('[') ? name.replace('[', '[Symbol.') : name) + (flags.isOptional ? '?' : '')
  if (!signatures) return `${flags.isReadonly ? 'readonly ' : ''}${key}: ${String(type)}`
  return signatures.map((each) => key + callText(each)).join('\n')
}

export function callText({ typeParameters, parameters = [], type }: SignatureReflection): string {
  const taken = parameters.map(({ name, flags, defaultValue, type: of }) => {
    const optional = flags.isOptional || defaultValue !== undefined ? '?' : ''
    return `${flags.isRest ? '...' : ''}${name}${optional}: ${String(of)}`
  })
  return `${generics(typeParameters)}(${taken.join(', ')}): ${String(type)}`
}

const generics = (parameters: SignatureReflection['typeParameters'] = []): string => {
  const parameterTexts = parameters.map(({ name, flags, type, default: fallback }) => {
    const bound = type ? ` extends ${String(type)}` : ''
    return `${flags.isConst ? 'const ' : ''}${name}${bound}${fallback ? ` = ${String(fallback)}` : ''}`
  })
  return parameterTexts.length > 0 ? `<${parameterTexts.join(', ')}>` : ''
}

/** The words of a choice between many, sorted, since the compiler keeps them in no order of their own; or undefined. */
export function literalChoices(type: SomeType | undefined): string[] | undefined {
  if (type?.type !== 'union' || type.types.length <= choicesMax) return undefined
  if (!type.types.every((each) => each.type === 'literal')) return undefined
  return type.types.map((each) => String((each as { value: unknown }).value)).toSorted()
}
