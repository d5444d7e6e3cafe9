/** A further effect of faults is one entry in the table: parser, conflicts, labels and choices follow from it. */
import { createEmulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { createControlPlane } from '../../../src/engine/control/control-plane.ts'
import { effectChoices, effectLabel } from '../../../src/engine/faults/effect-labels.ts'
import { parseEffect } from '../../../src/engine/faults/effect-parser.ts'
import { option } from '../../../src/engine/errors/options.ts'
import {
  type EffectTable,
  type FaultEffect,
  faultEffects,
} from '../../../src/engine/faults/effects.ts'

const slowBody = { trickle_ms: 500 } as FaultEffect

const effects: EffectTable = {
  ...faultEffects,
  trickle_ms: {
    ...option<number>({ isValid: Number.isSafeInteger, expected: 'a number of milliseconds' }),
    at: 'request',
    conflicts: ['timeout'],
    label: (ms) => `body in pieces, ${String(ms)} ms apart`,
    choices: { request: [{ label: 'slow body', effect: slowBody }] },
  },
}

describe('an effect that is added to the table', () => {
  test('is parsed, with its kind of target', () => {
    expect(() => parseEffect(slowBody)).toThrow('there is no effect "trickle_ms"')
    expect(parseEffect(slowBody, effects)).toEqual({ effect: slowBody, at: 'request' })
  })

  test('refuses wrong values, conflicts and effects of another kind of target', () => {
    const parse = (effect: object) => () => parseEffect(effect, effects)
    expect(parse({ trickle_ms: 'x' })).toThrow(
      '"trickle_ms" is "x". Give a number of milliseconds.',
    )
    expect(parse({ ...slowBody, timeout: 'after' })).toThrow(
      '"trickle_ms" and "timeout" exclude each other',
    )
    expect(parse({ ...slowBody, drop: true })).toThrow('"drop" and "trickle_ms" exclude each other')
    expect(parse({ ...slowBody, reorder: true })).toThrow(
      '"trickle_ms" applies to requests, "reorder" to deliveries',
    )
    expect(parse({ trikle_ms: 5 })).toThrow('Did you mean "trickle_ms"?')
  })

  test('has a label and a choice in the inspector', () => {
    expect(effectLabel('request', slowBody, effects)).toBe('slow body')
    const other = { status: 503, trickle_ms: 20 } as FaultEffect
    expect(effectLabel('request', other, effects)).toBe('status 503, body in pieces, 20 ms apart')
    expect(effectChoices('request', effects)).toContainEqual({
      label: 'slow body',
      effect: slowBody,
    })
    expect(effectChoices('delivery', effects)).toEqual(effectChoices('delivery'))
  })
})

describe('the table', () => {
  const kinds = ['request', 'delivery'] as const

  test.each(kinds)('has valid choices with different labels for each %s', (at) => {
    const choices = effectChoices(at)
    for (const { label, effect } of choices) {
      expect([at, undefined]).toContain(parseEffect(effect).at)
      expect(effectLabel(at, effect)).toBe(label)
    }
    expect(new Set(choices.map(({ label }) => label)).size).toBe(choices.length)
  })

  test('names only effects that exist as conflicts', () => {
    const table: EffectTable = faultEffects
    const named = Object.values(table).flatMap(({ conflicts }) =>
      conflicts === 'all' ? [] : (conflicts ?? []),
    )
    expect(Object.keys(table)).toEqual(expect.arrayContaining(named))
  })

  test('reaches the inspector through the control plane', async () => {
    const emulator = createEmulator({ world: 'empty' })
    emulator.fault({ event: 'user.merged', with: { age_s: 90 } })
    const control = createControlPlane(emulator)
    const get = async (path: string): Promise<unknown> =>
      (await control(new Request(`http://localhost/_emulator/${path}`))).json()
    expect(await get('faults/effects')).toEqual({
      request: effectChoices('request'),
      delivery: effectChoices('delivery'),
    })
    expect(await get('faults')).toMatchObject([{ id: 'fault-1', label: 'signed 1m30s earlier' }])
  })
})
