/** A new method of the emulator is one line in its group: the class, destructuring and forks follow. */
import { courseAdministration } from '../../../src/service/course-administration.ts'
import { createEmulator } from 'course-admin-emulator'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { createContext } from '../../../src/engine/emulator/context-builder.ts'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { methodGroups } from '../../../src/engine/emulator/emulator-instance.ts'
import { createInitialState } from '../../../src/engine/emulator/initial-state.ts'
import { MethodGroup, withMethodGroups } from '../../../src/engine/emulator/method-group.ts'
import { settingsFrom } from '../../../src/engine/emulator/options.ts'

let created = 0

class TableMethodGroup extends MethodGroup {
  readonly #number = (created += 1)

  get tables(): readonly string[] {
    return [...this.context.catalog.resources.keys()]
  }

  countRows(table: string): number {
    return this.context.store.size(table)
  }

  groupNumber(): number {
    return this.#number
  }
}

const Extended = withMethodGroups([...methodGroups, TableMethodGroup] as const)
const fresh = () =>
  new Extended(createContext(settingsFrom({}, courseAdministration()), createInitialState()))

test('a class with one more group has its methods and getters, typed', () => {
  const extended = fresh()
  expect(extended.tables).toContain('users')
  const before: number = extended.countRows('labels')
  expect(before).toBe(0)
  expect(extended.row('users', 1)).toBeUndefined()
})

test('methods work when they are destructured, and stay the same function', () => {
  const extended = fresh()
  const { countRows, groupNumber } = extended
  expect(countRows('users')).toBe(0)
  expect(extended.countRows).toBe(countRows)
  expect(fresh().groupNumber()).not.toBe(groupNumber())
})

test('a group is created when the first of its methods is read', () => {
  const before = created
  const extended = fresh()
  expect(extended.now()).toBeInstanceOf(Date)
  expect(created).toBe(before)
  extended.groupNumber()
  expect(created).toBe(before + 1)
})

test('every method of an emulator can be destructured', () => {
  const emulator = createEmulator({ world: 'empty' })
  const { given, rows, now, fork, act, fetch } = emulator
  const user = given('users')
  expect(rows('users')).toContainEqual(user)
  act.update('users', user, { first_name: 'Mia' })
  expect(fork().row('users', user.id)).toMatchObject({ first_name: 'Mia' })
  expect(now()).toEqual(emulator.now())
  expect(fetch).toBe(emulator.fetch)
})

test('the number of arguments is that of the parameters: no method has a parameter with a default', () => {
  const methods = methodGroups.flatMap((Group) =>
    Object.values(Object.getOwnPropertyDescriptors(Group.prototype)).flatMap(({ value }) =>
      typeof value === 'function' && value !== Group ? String(value) : [],
    ),
  )
  for (const method of methods) expect(method.split(')')[0]).not.toContain('=')
})

test('a method can be a callback of a list, a promise or a test runner', async () => {
  const { track, reset, close } = createEmulator({ world: 'empty' })
  expect(await Promise.all([1, 2].map(async (each) => each).map(track))).toEqual([1, 2])
  await Promise.resolve().then(reset as (value: unknown) => void)
  const callAll = (hook: (...args: readonly object[]) => unknown) => hook({}, { tasks: [] })
  callAll(reset)
  callAll(close)
})

test('an emulator prints its properties, and no components', () => {
  const emulator = createEmulator({ world: 'empty' })
  expect(Reflect.ownKeys(emulator)).toEqual(['baseUrl', 'token', 'headers'])
  expect(inspect(emulator)).not.toContain('catalog')
})

test('no two groups have a method of the same name', () => {
  const names = methodGroups.flatMap((Group) =>
    Reflect.ownKeys(Group.prototype).filter((name) => name !== 'constructor'),
  )
  expect(names).toHaveLength(new Set(names).size)
  expect(contextOf(createEmulator({ world: 'empty' })).settings.instanceKey).toBe('')
})
