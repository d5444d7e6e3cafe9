/** Assumptions about events. */
import type { Emulator } from 'course-admin-emulator'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { eachChange, eventNamesFor } from '../../../src/engine/model/changes.ts'
import type { CatalogOperation } from '../../../src/engine/model/catalog.ts'
import { emittedEvents } from '../../support/expected-events.ts'
import type { AnyRow } from '../../../src/engine/define/tx.ts'
import { savedRows } from '../../support/operation-request.ts'
import { send } from '../../support/api-client.ts'
import { call, exampleEvents, exampleOf, world } from './operation-calls.ts'
import type { AssumptionRows, OperationRow } from './row.ts'

/** The events of the example call with the default of every assumption. */
const eventsByDefault = (operation: CatalogOperation): Promise<string[]> =>
  exampleEvents({ operation, emulator: world.fork() })

const sortedEvents: OperationRow['observe'] = async (subject) =>
  (await exampleEvents(subject)).toSorted()

/** The `.updated` events of the named events, without those that are emitted. */
const missingUpdatedEvents = (events: readonly string[]): string[] =>
  events.flatMap((event) => updatedEventFor(event) ?? []).filter((event) => !events.includes(event))

/** The `.updated` event of the resource with a named event; undefined for other events. */
function updatedEventFor(event: string): string | undefined {
  const { resources } = contextOf(world).catalog
  return [...resources.values()].find(({ events }) => events.additional?.includes(event))?.events
    .updated
}

/** The `.updated` events of companions: products and variants. */
function companionEvents(): Set<string | undefined> {
  const { resources } = contextOf(world).catalog
  const tables = [...resources.values()].flatMap(({ companions }) =>
    companions.map(({ table }) => table),
  )
  return new Set(tables.map((table) => resources.get(table)?.events.updated))
}

const ofCompanions = companionEvents()

/** The events of the example call if each change of a record has its own event. */
async function eventsOfChanges(operation: CatalogOperation): Promise<string[]> {
  const emulator = world.fork()
  const { store, catalog } = contextOf(emulator)
  const example = exampleOf({ operation, emulator })
  const events: string[] = []
  const transact = store.transact.bind(store)
  store.transact = (work) => {
    const done = transact(work)
    const loud = eachChange(done.changes).filter(({ silent }) => !silent)
    events.push(...loud.flatMap((change) => eventNamesFor(change, catalog, false)))
    return done
  }
  await call({ operation, emulator }, example)
  const added = emittedEvents(emulator).filter((event) => !events.includes(event))
  return [...events, ...added].toSorted()
}

interface StoredRecord {
  readonly event: string
  readonly row: unknown
  readonly text: string
}

/** The records that have an event for updates and show derived values, by table and id. */
function storedRecords(emulator: Emulator): Map<string, StoredRecord> {
  const { catalog, model, store, serializer } = contextOf(emulator)
  const records = new Map<string, StoredRecord>()
  model.read((tx) => {
    for (const { name, shape, events } of catalog.resources.values()) {
      const event = events.updated
      if (event === undefined || !Object.values(shape).some(({ spec }) => spec.computed)) continue
      for (const row of store.scan(name) as Iterable<AnyRow>) {
        records.set(`${name} ${row.id}`, {
          event,
          row,
          text: serializer().stringify(tx, name, row),
        })
      }
    }
  })
  return records
}

const recordsOfWorld = storedRecords(world)

/** The `.updated` events of the records that show other values, though their rows did not change. */
async function derivedEvents(operation: CatalogOperation): Promise<string[]> {
  if (operation.method === 'GET') return []
  const emulator = world.fork()
  const example = exampleOf({ operation, emulator })
  const before = operation.method === 'DELETE' ? storedRecords(emulator) : recordsOfWorld
  const rows = savedRows(emulator)
  await call({ operation, emulator }, example)
  if (savedRows(emulator) === rows) return []
  return [...storedRecords(emulator)].flatMap(([key, { event, row, text }]) => {
    const previous = before.get(key)
    return previous && previous.row === row && previous.text !== text ? [event] : []
  })
}

const derivedByOperation = new Map<CatalogOperation, string[]>()

const changesByOperation = new Map<CatalogOperation, string[]>()

const operations: AssumptionRows['operations'] = {
  'event.once': {
    async names(operation) {
      const events = await eventsOfChanges(operation)
      changesByOperation.set(operation, events)
      return events.length > (await eventsByDefault(operation)).length
    },
    observe: sortedEvents,
    expected: {
      default: (_, events: string[]) => events,
      alternative: (operation) => changesByOperation.get(operation),
    },
  },
  'event.derived': {
    async names(operation) {
      const events = await derivedEvents(operation)
      derivedByOperation.set(operation, events)
      return events.length > 0
    },
    observe: sortedEvents,
    expected: {
      default: (_, events: string[]) => events,
      alternative: (operation, events: string[]) =>
        [...events, ...(derivedByOperation.get(operation) ?? [])].toSorted(),
    },
  },
  'event.named': {
    names: async (operation) => missingUpdatedEvents(await eventsByDefault(operation)).length > 0,
    observe: sortedEvents,
    expected: {
      default: (_, events: string[]) => events,
      alternative: (_, events: string[]) => [...events, ...missingUpdatedEvents(events)].toSorted(),
    },
  },
  'companion.updated': {
    names: async (operation) =>
      operation.resource.companions.length > 0 &&
      (await eventsByDefault(operation)).some((event) => ofCompanions.has(event)),
    observe: sortedEvents,
    expected: {
      default: (_, events: string[]) => events,
      alternative: (_, events: string[]) => events.filter((event) => !ofCompanions.has(event)),
    },
  },
}

const cases: AssumptionRows['cases'] = {
  'event.named': {
    expected: {
      default: [
        'planned_course.teacher_attendees_changed',
        'planned_course.teacher_attendees_changed',
        'planned_course.updated',
        'planned_course.canceled',
      ],
      alternative: [
        'planned_course.teacher_attendees_changed',
        'planned_course.updated',
        'planned_course.teacher_attendees_changed',
        'planned_course.updated',
        'planned_course.canceled',
        'planned_course.updated',
      ],
    },
    async observe(emulator) {
      const { id } = emulator.given('planned_courses', { status: 'planned' })
      const [first, second] = emulator.given('teachers', 2)
      const path = `/planned_courses/${id}`
      await send(emulator, 'PUT', path, { teacher_ids: [first.id] })
      await send(emulator, 'PUT', path, { teacher_ids: [second.id], max_participants: 7 })
      await send(emulator, 'PUT', `${path}/cancel`)
      return emittedEvents(emulator).filter((event) => event.startsWith('planned_course.'))
    },
  },
  'event.once': {
    expected: {
      default: ['planned_course.created'],
      alternative: ['planned_course.created', 'planned_course.teacher_attendees_changed'],
    },
    async observe(emulator) {
      const { id: course_id } = emulator.given('courses')
      const teacher_ids = [emulator.given('teachers').id]
      const body = { course_id, type: 'FlexiblePlannedCourse', cost: '0', teacher_ids }
      await send(emulator, 'POST', '/planned_courses', body)
      return emittedEvents(emulator).filter((event) => event.startsWith('planned_course.'))
    },
  },
  'companion.updated': {
    expected: {
      default: ['course.updated', 'product.updated'],
      alternative: ['course.updated'],
    },
    async observe(emulator) {
      const { id } = emulator.given('courses')
      await send(emulator, 'PUT', `/courses/${id}`, { code: 'NEW-1' })
      return emittedEvents(emulator)
    },
  },
  'event.deleted.key': {
    expected: {
      default: [['id'], ['id']],
      alternative: [['user_id'], ['custom_field_option_id']],
    },
    async observe(emulator) {
      const hook = emulator.receiver({ url: 'https://app.test/hooks' })
      emulator.act.deleteUser({ user: emulator.given('users') })
      emulator.act.remove('custom_field_options', emulator.given('custom_field_options').id)
      await emulator.settle()
      return hook.deliveries
        .filter(({ event }) => event.endsWith('.deleted'))
        .map(({ payload }) => Object.keys(payload['event_data'] as object))
    },
  },
  'transition.event': {
    expected: { default: ['enrollment.updated'], alternative: [] },
    async observe(emulator) {
      emulator.given('enrollments', { status: 'confirmed' })
      await emulator.advance('next')
      return emittedEvents(emulator).filter((event) => event === 'enrollment.updated')
    },
  },
}

export const events: AssumptionRows = { cases, operations }
