/** The parts of a resource that the row factory reads for each row, computed once. */
import type { FieldSpec } from '../../define/fields.ts'
import type { FieldRecipe } from '../../define/recipe.ts'
import type { Resource } from '../../define/resource.ts'

export interface RowPlan {
  /** The defaults of `given`: constant values. */
  readonly constantDefaults: readonly (readonly [name: string, value: unknown])[]
  /** The defaults of `given`: functions. */
  readonly generatedDefaults: readonly (readonly [name: string, makeValue: FieldRecipe])[]
  readonly fields: readonly (readonly [name: string, makeValue: FieldRecipe])[]
  /** The references that the factory fills without a recipe. */
  readonly references: readonly string[]
  /** The references without which a world has no row. */
  readonly requiredReferences: ReadonlySet<string>
  /** Whether rows refer to rows of other resources. */
  readonly refersToOthers: boolean
  /** The fields without which `given` refuses a row. */
  readonly required: readonly string[]
}

const plans = new WeakMap<Resource, RowPlan>()

export function rowPlanOf(resource: Resource): RowPlan {
  let plan = plans.get(resource)
  if (!plan) plans.set(resource, (plan = createRowPlan(resource)))
  return plan
}

function createRowPlan({ name, shape, recipe }: Resource): RowPlan {
  const defaults = Object.entries(recipe?.defaults ?? {})
  const namesOf = (matches: (spec: FieldSpec, name: string) => boolean): string[] =>
    Object.entries(shape).flatMap(([name, { spec }]) => (matches(spec, name) ? [name] : []))
  return {
    constantDefaults: defaults.filter(([, value]) => typeof value !== 'function'),
    generatedDefaults: defaults.filter(
      (entry): entry is [string, FieldRecipe] => typeof entry[1] === 'function',
    ),
    fields: Object.entries(recipe?.fields ?? {}),
    references: namesOf((spec) => spec.target !== undefined && hasNoOtherSource(spec)),
    requiredReferences: new Set(
      namesOf(
        (spec) =>
          !spec.nullable &&
          hasNoOtherSource(spec) &&
          Boolean(spec.target ?? spec.polymorphicTarget),
      ),
    ),
    refersToOthers: Object.values(shape).some(
      ({ spec }) =>
        !spec.computed && (spec.polymorphicTarget !== undefined || (spec.target ?? name) !== name),
    ),
    required: namesOf((spec, name) => {
      const isGenerated = spec.kind === 'array' || spec.kind === 'map'
      const isTimestamp = spec.format === 'timestamp' && name.endsWith('_at')
      return hasNoOtherSource(spec) && !spec.nullable && !isGenerated && !isTimestamp
    }),
  }
}

const hasNoOtherSource = ({ computed, defaultValue }: FieldSpec): boolean =>
  !computed && defaultValue === undefined
