/** Gives names and types to what the model leaves without, so that it can be printed. */
import {
  type Application,
  type Context,
  Converter,
  DeclarationReflection,
  type ParameterReflection,
  type ProjectReflection,
  ReflectionKind,
  ReflectionType,
} from 'typedoc'
import ts from 'typescript'

/** A property is told by the names that its author wrote, not by what they stand for. */
export function keepNames(app: Application): void {
  app.converter.on(
    Converter.EVENT_CREATE_DECLARATION,
    (context: Context, word: DeclarationReflection) => {
      const node = context.getSymbolFromReflection(word)?.declarations?.[0]
      if (!node || !ts.isPropertySignature(node) || !node.type) return
      if (!ts.isUnionTypeNode(node.type) && !ts.isTypeReferenceNode(node.type)) return
      word.type = context.converter.convertType(context.withScope(word), node.type)
    },
  )
}

export function nameAnonymousTypes(project: ProjectReflection): void {
  for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter)) {
    if (parameter.name === '__namedParameters') parameter.name = nameFor(parameter as never)
  }
  for (const word of project.getReflectionsByKind(ReflectionKind.Method)) {
    if (word.parent?.kind === ReflectionKind.TypeLiteral) typeByCall(word as never)
  }
}

/** A parameter that is taken apart is called by the last word of its type: `ServerOptions`, `options`. */
const nameFor = ({ type }: ParameterReflection): string =>
  (/[A-Z][a-z]+$/.exec(String(type))?.[0] ?? 'options').toLowerCase()

/** A method in a type without a name is told as a property that can be called. */
function typeByCall(method: DeclarationReflection): void {
  const declaration = new DeclarationReflection('__type', ReflectionKind.TypeLiteral, method)
  if (method.signatures) declaration.signatures = method.signatures
  method.type = new ReflectionType(declaration)
}
