/** The kinds of deviations. A new kind is a module of this folder and its name in this list. */
import { assumptions } from './assumptions.ts'
import { crashes } from './crashes.ts'
import { deliveries } from './deliveries.ts'
import type { ChoicePointType, DeviationDefinition, DeviationKindDefinition } from './deviation.ts'
import { drift } from './drift.ts'
import { edits } from './edits.ts'
import { instances } from './instances.ts'
import { moments } from './moments.ts'
import { requests } from './requests.ts'
import { rights } from './rights.ts'
import { steps } from './steps.ts'
import { storage } from './storage.ts'

/** A kind of deviations, as the option `deviations` names it. */
export type DeviationKind =
  | 'deliveries'
  | 'requests'
  | 'steps'
  | 'crashes'
  | 'storage'
  | 'drift'
  | 'edits'
  | 'moments'
  | 'rights'
  | 'assumptions'
  | 'instances'

/** The definitions of all kinds, in the order of columns in a matrix. */
export const deviationModules: readonly DeviationKindDefinition<DeviationKind>[] = [
  deliveries,
  requests,
  steps,
  crashes,
  storage,
  drift,
  edits,
  moments,
  rights,
  assumptions,
  instances,
]

/** The names of all kinds. */
export const deviationKinds: readonly DeviationKind[] = deviationModules.map(({ kind }) => kind)

const kindsSelectedBy = (
  ...selections: readonly DeviationKindDefinition['selection'][]
): readonly DeviationKind[] =>
  deviationModules.filter(({ selection }) => selections.includes(selection)).map(({ kind }) => kind)

/** The kinds without the option `deviations`. */
export const defaultKinds = kindsSelectedBy('default')

/** The kinds that `deviations: 'all'` selects. */
export const allKinds = kindsSelectedBy('default', 'all')

/** Every deviation, in the order of columns in a matrix. */
export const deviationTable: readonly DeviationDefinition[] = deviationModules.flatMap(
  ({ deviations }): readonly DeviationDefinition[] => deviations,
)

const byName = new Map(deviationTable.map((each) => [each.name, each]))
const kindByName = new Map(
  deviationModules.flatMap((each) => each.deviations.map(({ name }) => [name, each])),
)

/** The deviation with a name, or undefined. */
export const findDeviation = (name: string): DeviationDefinition | undefined => byName.get(name)

/** The kind of the deviation with a name. */
export const kindOf = (name: string): DeviationKindDefinition<DeviationKind> =>
  kindByName.get(name) as DeviationKindDefinition<DeviationKind>

/** The deviations of the kinds that apply to a type of choice point. */
export const deviationsAt = (
  type: ChoicePointType,
  kinds: ReadonlySet<DeviationKind>,
): readonly DeviationDefinition[] =>
  deviationTable.filter((each) => each.at === type && kinds.has(kindOf(each.name).kind))
