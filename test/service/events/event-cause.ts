/** Causes of events, for a table of test cases. */
import type { Emulator, ResourceName } from 'course-admin-emulator'
import type { ExampleCall } from '../../../src/engine/define/example-call.ts'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import type { CatalogOperation } from '../../../src/engine/model/catalog.ts'
import { exampleFor, toRequest } from '../../support/operation-request.ts'

export interface EventCause {
  /** The operation, the act, or `date`. */
  readonly id: string
  /** Causes the event. `given` creates its requirements before, without events. */
  run(emulator: Emulator): unknown
}

type CallOverrides = Partial<Pick<ExampleCall, 'params' | 'body'>>

/** A call of an operation: its example with the given parts replaced. */
export const call = (
  id: string,
  overridesFor: (emulator: Emulator) => CallOverrides = () => ({}),
): EventCause => ({
  id: id,
  async run(emulator) {
    const operation = contextOf(emulator).catalog.operations.get(id) as CatalogOperation
    const overrides = overridesFor(emulator)
    const { path, init } = toRequest(
      operation,
      { ...exampleFor(emulator, operation), ...overrides },
      emulator.token,
    )
    const response = await emulator.fetch(path, init)
    // Note: the generator of the reference also runs the causes, outside of a test runner.
    if (response.status === operation.presenter.status) return
    throw new Error(`${id} answered ${response.status}: ${await response.text()}`)
  },
})

export const act = (name: keyof Emulator['act'], run: EventCause['run']): EventCause => ({
  id: `act ${name}`,
  run,
})

/** Advances by days, for records of `given` with scheduled transitions. */
export const date = (given: (emulator: Emulator) => unknown, days: number): EventCause => ({
  id: 'date',
  async run(emulator) {
    given(emulator)
    await emulator.advance(`${days}d`)
  },
})

/** An event, its cause, and the other events of the same cause. */
export type EventCauseRow = readonly [event: string, cause: EventCause, ...also: string[]]

type Given = Parameters<EventCause['run']>[0]

/** The acts that create a record below its parent. */
const creations = {
  meetings: ({ act: acts, given }: Given) =>
    acts.create('meetings', { planned_course_id: given('planned_courses').id }),
  planning_events: ({ act: acts, given }: Given) =>
    acts.create('planning_events', { meeting_id: given('meetings').id }),
  program_enrollments: ({ act: acts, given }: Given) =>
    acts.create('program_enrollments', {
      edition_id: given('program_editions').id,
      student_id: given('users').id,
    }),
}

/** The act that creates a record. */
export const made = (resource: keyof typeof creations): EventCause =>
  act('create', (emulator) => creations[resource](emulator))

/** The act that deletes a record. */
export const removed = (resource: ResourceName): EventCause =>
  act('remove', (emulator) => {
    const record = emulator.given(resource)
    emulator.act.remove(resource, record as never)
  })

/** The body of a call that awards a certificate. */
export const awarded = { body: { certificate_template_id: 1 } }
