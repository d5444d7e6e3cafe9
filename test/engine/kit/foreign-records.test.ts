/** A record of another emulator is refused wherever a record is an input: its id may exist here too. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { actMethodOf } from '../../../src/engine/kit/acts/act-methods.ts'
import type { Act } from '../../../src/engine/define/act.ts'

const emulator = createEmulator({ world: 'small-school' })
const { acts } = contextOf(emulator).catalog

/** The names of the inputs that take a record, each with its resource; in a list for a list of records. */
const recordInputsOf = ({ input }: Act): readonly [string, string, boolean][] =>
  Object.entries(input).flatMap(([name, { spec }]) => {
    const resource = spec.target ?? spec.items?.spec.target
    return resource === undefined ? [] : [[spec.alias ?? name, resource, spec.items !== undefined]]
  })

const inputs = [...acts].flatMap(([id, act]) =>
  recordInputsOf(act).map((input) => [actMethodOf(id), ...input] as const),
)

const perform = (act: string, ...input: unknown[]): unknown =>
  (Reflect.get(emulator.act, act) as (...all: unknown[]) => unknown)(...input)

test.each(inputs)('act.%s with a foreign record as %s', (act, name, resource, isList) => {
  const other = createEmulator({ world: 'small-school' })
  const [first] = other.rows(resource as 'users')
  const record = first ?? other.given(resource as 'users')
  expect(() => perform(act, { [name]: isList ? [record] : record })).toThrow(
    `\`${name}\` is a record of another emulator.`,
  )
})

test.each(['update', 'remove', 'publish', 'unpublish'] satisfies (keyof Emulator['act'])[])(
  'act.%s of a foreign record',
  (act) => {
    const [edition] = createEmulator({ world: 'small-school' }).rows('planned_courses')
    expect(() => perform(act, 'planned_courses', edition)).toThrow(
      'is a record of another emulator',
    )
  },
)
