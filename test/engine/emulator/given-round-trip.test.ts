/** The law "given round trip": a record of `given` can be sent back as it was read, or `given` refuses it. */
import { createEmulator, EmulatorError, type ResourceName } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import type { FieldSpec } from '../../../src/engine/define/fields.ts'
import { resources } from '../../../src/service/resources/resource-list.ts'
import { allRows, findShow, readListed, sendBack, updates } from '../../support/round-trip.ts'

type Values = Readonly<Record<string, unknown>>

/** Values of `given` that the contract lists for reading, but not for updates. */
const readOnlyValues: Readonly<Record<string, readonly unknown[]>> = {
  'labels.model_type': ['Program::Enrollment', 'Task'],
}

/** Returns the boundaries and the choices of a field. */
function samplesOf({ kind, format, options, nullable, ...spec }: FieldSpec): unknown[] {
  const samples: unknown[] = [...(options ?? []), ...(nullable ? [null] : [])]
  if (spec.target !== undefined || spec.polymorphicTarget) return samples
  if (kind === 'boolean') samples.push(true, false)
  if (kind === 'integer' || kind === 'number') samples.push(1, 3, 25)
  if (format === 'date') samples.push('2025-01-06', '2025-11-20', '2026-08-20')
  if (format === 'timestamp') samples.push('2025-11-20T10:00:00.000Z', '2026-08-20T10:00:00.000Z')
  if (format === 'decimal') samples.push('0.00')
  return samples
}

/** Fields that `given` and the service set. */
const generated = ['id', 'created_at', 'updated_at']

/** Returns no values, and one value of each boundary and choice of each field. */
function overridesOf(name: string): Values[] {
  const { shape = {} } = resources.find((each) => each.name === name) ?? {}
  const overrides = Object.entries(shape).flatMap(([field, { spec }]) =>
    spec.computed || generated.includes(field)
      ? []
      : samplesOf(spec)
          .filter((value) => !readOnlyValues[`${name}.${field}`]?.includes(value))
          .map((value) => ({ [field]: value })),
  )
  return [{}, ...overrides]
}

const rateLimit = { requestsPerWindowMax: Infinity }
const worlds = [1, 2].map((seed) => createEmulator({ world: 'empty', seed, rateLimit }))

test.each(updates.map((update) => ({ id: update.id, update })))(
  '$id accepts each record of given as it was read',
  async ({ update }) => {
    const name = update.resource.name as ResourceName
    for (const world of worlds) {
      const emulator = world.fork()
      const made: unknown[] = []
      const refused: unknown[] = []
      for (const override of overridesOf(name)) {
        try {
          made.push((emulator.given(name, override as object) as { id?: unknown }).id)
        } catch (error) {
          if (!(error instanceof EmulatorError)) throw error
          refused.push([override, error.message])
        }
      }
      expect(refused.slice(made.length)).toEqual([])
      const rows = [...allRows(emulator, name)].filter(({ id }) => made.includes(id))
      const listed = findShow(update) ? undefined : await readListed(emulator, update)
      const { found } = await sendBack(emulator, update, rows, listed, false)
      expect(found).toEqual([])
    }
  },
)
