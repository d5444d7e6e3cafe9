/** The vocabulary of resource definitions. Resources import only this file. */
export { act, actFromOperation } from './act.ts'
export { type AssumedBehaviour } from './behaviour.ts'
export { lifecycleEvents } from './resource-events.ts'
export { exampleWhere, firstIdWhere, firstIdWithout } from './example-call.ts'
export { numberTextPattern } from './body-values.ts'
export * from './fields.ts'
export * from './filters.ts'
export { isBlankText } from './body-values.ts'
export { findVisible } from './references.ts'
export { pagination } from './list-query.ts'
export { paginateItems, pageOfReferrers } from './pagination.ts'
export { type Operation, operation } from './operation.ts'
export * from './presenters.ts'
export * from './problems.ts'
export { sortIndexName } from './verbs/list-rows.ts'
export {
  rowCounts,
  type LooseRow,
  type RecipeContext,
  type Recipe,
  type NumberingContext,
  type RepeatContext,
} from './recipe.ts'
export { resource } from './resource.ts'
export { anyOf, type ScopeRule, scopesByValue } from './scopes.ts'
export { partialUpdate } from './behaviours.ts'
export { validate } from './validation.ts'
export { toStoredValues } from './stored-values.ts'
export type { AnyRow, RowOf, Tx } from './tx.ts'
export { dayNumber, dayText, weekdayOf } from '../clock/calendar-days.ts'
export { dayMs } from '../clock/duration.ts'
export { nearestName } from '../errors/near-names.ts'
export { oncePerTableVersion } from '../store/table.ts'
export type { RandomStream } from '../store/random.ts'
