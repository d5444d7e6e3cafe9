/** Adds the names and types that TypeDoc's model lacks and the pages need. */
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

/** Keeps the type names of the source in properties, where TypeDoc would expand them. */
export function keepNames(app: Application): void {
  app.converter.on(
    Converter.EVENT_CREATE_DECLARATION,
    (context: Context, declaration: DeclarationReflection) => {
      const node = context.getSymbolFromReflection(declaration)?.declarations?.[0]
      if (!node || !ts.isPropertySignature(node) || !node.type) return
      if (!ts.isUnionTypeNode(node.type) && !ts.isTypeReferenceNode(node.type)) return
      declaration.type = context.converter.convertType(context.withScope(declaration), node.type)
    },
  )
}

/** Names destructured parameters and gives methods of anonymous types a type. */
export function nameAnonymousTypes(project: ProjectReflection): void {
  for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter)) {
    if (parameter.name === '__namedParameters') parameter.name = nameFor(parameter as never)
  }
  for (const method of project.getReflectionsByKind(ReflectionKind.Method)) {
    if (method.parent?.kind === ReflectionKind.TypeLiteral) typeBySignatures(method as never)
  }
}

/** Names a destructured parameter after the last word of its type: `options` for `ServerOptions`. */
const nameFor = ({ type }: ParameterReflection): string =>
  (/[A-Z][a-z]+$/.exec(String(type))?.[0] ?? 'options').toLowerCase()

/** Turns a method of an anonymous type into a property with a function type. */
function typeBySignatures(method: DeclarationReflection): void {
  const declaration = new DeclarationReflection('__type', ReflectionKind.TypeLiteral, method)
  if (method.signatures) declaration.signatures = method.signatures
  method.type = new ReflectionType(declaration)
}
