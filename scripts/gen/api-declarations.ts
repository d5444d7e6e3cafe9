/** Prints the exports of an entry point as TypeScript, for the code blocks of its page. */
import {
  type DeclarationReflection,
  type ReferenceType,
  ReflectionKind,
  ReflectionType,
  type SignatureReflection,
  type SomeType,
} from 'typedoc'

/** A union with more literals is printed as a list, because one line for each would fill the page. */
const literalsMax = 12

/** Whether the page of a base type documents a member. */
export const isInherited = ({ inheritedFrom }: DeclarationReflection): boolean =>
  (inheritedFrom as ReferenceType | undefined)?.reflection !== undefined

/** Prints an export as a declaration without a body. */
export function declarationText(declaration: DeclarationReflection): string {
  const { name, type, signatures = [] } = declaration
  const parameters = generics(declaration.typeParameters)
  if (declaration.kind === ReflectionKind.TypeAlias) {
    return `type ${name}${parameters} = ${String(type ?? new ReflectionType(declaration))}`
  }
  if (declaration.kind === ReflectionKind.Variable) return `const ${name}: ${String(type)}`
  return signatures.map((each) => `function ${name}${callText(each)}`).join('\n')
}

/** Prints a method or a property as a member of an interface. */
export function memberText({ name, signatures, type, flags }: DeclarationReflection): string {
  const key =
    (name.startsWith('[') ? name.replace('[', '[Symbol.') : name) + (flags.isOptional ? '?' : '')
  if (!signatures) return `${flags.isReadonly ? 'readonly ' : ''}${key}: ${String(type)}`
  return signatures.map((each) => key + callText(each)).join('\n')
}

/** Prints the type parameters, parameters and result of a signature. */
export function callText({ typeParameters, parameters = [], type }: SignatureReflection): string {
  const parameterTexts = parameters.map(({ name, flags, defaultValue, type: of }) => {
    const optional = flags.isOptional || defaultValue !== undefined ? '?' : ''
    return `${flags.isRest ? '...' : ''}${name}${optional}: ${String(of)}`
  })
  return `${generics(typeParameters)}(${parameterTexts.join(', ')}): ${String(type)}`
}

const generics = (parameters: SignatureReflection['typeParameters'] = []): string => {
  const parameterTexts = parameters.map(({ name, flags, type, default: fallback }) => {
    const bound = type ? ` extends ${String(type)}` : ''
    return `${flags.isConst ? 'const ' : ''}${name}${bound}${fallback ? ` = ${String(fallback)}` : ''}`
  })
  return parameterTexts.length > 0 ? `<${parameterTexts.join(', ')}>` : ''
}

/** The literals of a large union, sorted because the compiler keeps no stable order; undefined for other types. */
export function literalChoices(type: SomeType | undefined): string[] | undefined {
  if (type?.type !== 'union' || type.types.length <= literalsMax) return undefined
  if (!type.types.every((each) => each.type === 'literal')) return undefined
  return type.types.map((each) => String((each as { value: unknown }).value)).toSorted()
}
