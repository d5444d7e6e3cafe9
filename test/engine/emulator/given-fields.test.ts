/** `given` and the fields of each resource: which values it takes, and how it refuses the others. */
import { createEmulator, type Emulator, EmulatorError } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import type { Field } from '../../../src/engine/define/fields.ts'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'

const base = createEmulator({ world: 'small-school' })
const { catalog } = contextOf(base)

/** The resources whose records a test can give. */
const resources = [...catalog.resources.values()].filter(({ recipe }) => recipe)

function refusalOf(emulator: Emulator, table: string, values: object): Partial<EmulatorError> {
  const before = emulator.save()
  try {
    emulator.given(table as 'users', values as never)
  } catch (error) {
    expect(error).toBeInstanceOf(EmulatorError)
    expect(emulator.save()).toBe(before)
    return error as EmulatorError
  }
  return {}
}

const fieldsOf = (shape: Readonly<Record<string, Field>>) =>
  Object.entries(shape).map(([name, { spec }]) => ({ name, spec }))

describe.each(resources.map(({ name, shape }) => [name, shape] as const))('%s', (table, shape) => {
  const emulator = base.fork()
  const fields = fieldsOf(shape)
  const computed = fields.filter(({ spec }) => spec.computed).map(({ name }) => name)

  test('an unknown field is refused, and the message lists no computed field', () => {
    const { code, message = '' } = refusalOf(emulator, table, { zzz: 1 })
    expect([code, message]).toEqual([
      'unknown_field',
      expect.stringContaining(`there is no field of ${table} "zzz"`),
    ])
    const [, listed = ''] = /(?:Known|of the \d+) are: (.*)\.$/.exec(message) ?? []
    const known = fields.map(({ name }) => name).filter((name) => !computed.includes(name))
    expect(known).toEqual(expect.arrayContaining(listed.split(', ')))
    expect(listed.split(', ')).toHaveLength(Math.min(known.length, 20))
  })

  test('a computed field is refused', () => {
    for (const name of computed) {
      const { code, message } = refusalOf(emulator, table, { [name]: null })
      expect([name, code, message]).toEqual([name, 'computed_field', expect.stringContaining(name)])
    }
  })

  test('a value of another kind is refused, and the message names the field', () => {
    for (const { name, spec } of fields) {
      if (spec.computed) continue
      const wrong = spec.kind === 'object' || spec.kind === 'map' ? 5 : { zzz: 1 }
      const { message } = refusalOf(emulator, table, { [name]: wrong })
      expect([name, message]).toEqual([name, expect.stringContaining(name)])
    }
  })

  test('a field takes null exactly if it is nullable', () => {
    for (const { name, spec } of fields) {
      if (spec.computed || name === 'id') continue
      const { message } = refusalOf(base.fork(), table, { [name]: null })
      // A null can contradict a generated value: an element of a course needs a course.
      if (spec.nullable && message?.endsWith('Give values that agree, or omit them.')) continue
      expect([name, message]).toEqual([
        name,
        spec.nullable ? undefined : expect.stringContaining(name),
      ])
    }
  })
})

test.each([
  [0, 'its id is 0, and ids begin at 1'],
  [-1, 'its id is -1, and ids begin at 1'],
  [1, 'a record with the id 1 exists'],
  [1e12 + 1, 'its id is 1000000000001, and the largest id is 1000000000000'],
  [1e12, undefined],
])('the id %s', (id, reason) => {
  const { message } = refusalOf(base.fork(), 'users', { id })
  expect(message).toEqual(reason && expect.stringContaining(reason))
})
