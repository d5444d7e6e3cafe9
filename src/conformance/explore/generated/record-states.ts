/** The states of records that named acts need: an enrollment is completed if it is active. */
import type { Catalog } from '../../../engine/model/catalog.ts'
import type { PreparedScenario } from '../../run/prepared-scenario.ts'
import { isState } from '../../run/changed-fields.ts'
import type { PlannedAct } from './planned-act.ts'
import { isAccepted, permittedActs } from './sequence.ts'
import {
  planWorld,
  type PlannedRecord,
  type PlannedValues,
  recordsIn,
  type RecordStates,
} from './world-plan.ts'

/** The number of the record that gets the state. The first one keeps the state that `given` chooses. */
const number = 2

/** Finds a state for the second record of each resource whose records refuse an act in the world of a plan. */
export async function findRecordStates(
  catalog: Catalog,
  prepare: (world: readonly PlannedRecord[]) => Promise<PreparedScenario>,
): Promise<RecordStates> {
  const world = planWorld(catalog, new Set(catalog.resources.keys()), number)
  const prepared = await prepare(world)
  const states = new Map<string, PlannedValues>()
  for (const act of await refusedActs(world, prepared)) {
    const [record] = world.filter(({ name }) => recordsIn(act.input).includes(name))
    if (!record || states.has(record.resource)) continue
    const values = await stateFor(act, record, catalog, prepare)
    if (values) states.set(record.resource, values)
  }
  return states
}

/** The acts on the second record of one resource whose id the service accepts for no record. */
async function refusedActs(
  world: readonly PlannedRecord[],
  prepared: PreparedScenario,
): Promise<readonly PlannedAct[]> {
  const acts = permittedActs(prepared, world).filter(({ resource }) => resource === undefined)
  const accepted = new Set<string>()
  for (const act of acts)
    if (!accepted.has(act.act) && (await isAccepted(prepared, [act]))) accepted.add(act.act)
  return acts.filter(
    ({ act, input }) =>
      !accepted.has(act) &&
      recordsIn(input).length === 1 &&
      recordsIn(input).every((name) => name.endsWith(String(number))),
  )
}

/** The first state of a record in which the service accepts an act. */
async function stateFor(
  act: PlannedAct,
  { resource }: PlannedRecord,
  catalog: Catalog,
  prepare: (world: readonly PlannedRecord[]) => Promise<PreparedScenario>,
): Promise<PlannedValues | undefined> {
  const found = catalog.resources.get(resource)
  if (!found) return undefined
  for (const [field, { spec }] of Object.entries(found.shape)) {
    if (!isState(found, field)) continue
    for (const option of spec.options ?? []) {
      const values = { [field]: option }
      const world = planWorld(catalog, new Set([resource]), number, new Map([[resource, values]]))
      if (await isAccepted(await prepare(world), [act])) return values
    }
  }
  return undefined
}
