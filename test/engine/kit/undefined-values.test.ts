/** Law: a value that is undefined is not given, in `given` and in every act. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { actMethodOf } from '../../../src/engine/kit/acts/act-methods.ts'

const start = (): Emulator => createEmulator({ world: 'small-school' })
const { catalog } = contextOf(start())

/** Performs an act in a new emulator. Returns its result, or the message of its error, and the events. */
function outcomeOf(act: string, ...input: unknown[]): unknown {
  const emulator = start()
  const perform = Reflect.get(emulator.act, act) as (...all: unknown[]) => unknown
  let result: unknown
  try {
    result = perform(...input)
  } catch (error) {
    result = String(error)
  }
  return [result, emulator.journal({ kind: 'event' }).map(({ event }) => event)]
}

/** The fields that a test can give, except for references. */
function valueNames(resource: string): string[] {
  const { shape = {} } = catalog.resources.get(resource) ?? {}
  return Object.keys(shape).filter((name) => {
    const { computed, target, polymorphicTarget } = shape[name]?.spec ?? {}
    return name !== 'id' && !computed && target === undefined && polymorphicTarget === undefined
  })
}

const allUndefined = (names: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(names.map((name) => [name, undefined]))

const made = [...catalog.resources.values()].filter(({ recipe }) => recipe).map(({ name }) => name)

test.each(made)('a record of %s with values that are undefined', (resource) => {
  const values = allUndefined(valueNames(resource))
  expect(start().given(resource as 'users', values)).toEqual(start().given(resource as 'users'))
  expect(outcomeOf('create', resource, values)).toEqual(outcomeOf('create', resource))
})

test.each(made)('an update of %s with values that are undefined', (resource) => {
  const [record] = start().rows(resource as 'users')
  if (record === undefined) return
  const [name, ...others] = valueNames(resource)
  if (name === undefined) return
  const row = contextOf(start()).store.get(resource, record.id)
  const given = { [name]: row?.[name] }
  expect(outcomeOf('update', resource, record.id, { ...allUndefined(others), ...given })).toEqual(
    outcomeOf('update', resource, record.id, given),
  )
})

test.each([...catalog.acts])('the act %s with inputs that are undefined', (id, { input }) => {
  const method = actMethodOf(id)
  const names = Object.entries(input).map(([name, { spec }]) => spec.alias ?? name)
  expect(outcomeOf(method, allUndefined(names))).toEqual(outcomeOf(method, {}))
})

test('an update of a user with one of two inputs undefined', () => {
  const emulator = start()
  const user = emulator.given('users', { first_name: 'Mia', last_name: 'Bos' })
  const values = { first_name: undefined, last_name: 'Vos' }
  const updated = emulator.act.updateUser({ user, ...values } as never)
  expect(updated).toMatchObject({ first_name: 'Mia', last_name: 'Vos' })
})
