/** The choices of the inspector, the labels of effects, and the effects that exclude each other. */
import { createEmulator } from 'course-admin-emulator'
import { createHandler } from 'course-admin-emulator/server'
import { describe, expect, test } from 'vitest'
import { effectChoices, effectLabel } from '../../../src/engine/faults/effect-labels.ts'
import { parseEffect } from '../../../src/engine/faults/effect-parser.ts'
import {
  type EffectTable,
  type FaultEffect,
  faultEffects,
} from '../../../src/engine/faults/effects.ts'

describe.each(['request', 'delivery'] as const)('the choices for a %s', (at) => {
  const choices = effectChoices(at)

  test.each(choices)('have the valid effect of "$label"', ({ label, effect }) => {
    expect(Object.keys(effect)).not.toEqual([])
    expect([at, undefined]).toContain(parseEffect(effect).at)
    expect(effectLabel(at, effect)).toBe(label)
  })

  test('have their recorded effects', async () => {
    const lines = choices.map(({ label, effect }) => `${label}: ${JSON.stringify(effect)}\n`)
    await expect(lines.join('')).toMatchFileSnapshot(`recorded/choices-of-a-${at}.txt`)
  })

  test('differ in their labels and effects, and use each effect except a change', () => {
    expect(new Set(choices.map(({ label }) => label)).size).toBe(choices.length)
    expect(new Set(choices.map(({ effect }) => JSON.stringify(effect))).size).toBe(choices.length)
    const fitting = Object.entries(faultEffects)
      .filter(([, effect]) => !('at' in effect) || effect.at === at)
      .map(([name]) => name)
    const used = choices.flatMap(({ effect }) => Object.keys(effect))
    expect(new Set([...used, ...(at === 'request' ? ['change'] : [])])).toEqual(new Set(fitting))
  })
})

test('an effect that is not a choice is described by its values', () => {
  expect(effectLabel('delivery', { duplicate: true, delay_ms: 5_000 })).toBe('sent twice, 5s late')
  expect(effectLabel('delivery', { timeout: 'before', age_s: 60 })).toBe(
    'no response, not arrived, signed 1m earlier',
  )
  expect(effectLabel('request', { status: 418, latency_ms: 2_000 })).toBe('status 418, latency 2s')
})

const [status, reset, timeout] = [{ status: 503 }, { reset: true }, { timeout: 'after' }] as const
const retryAfter = { retry_after: 9 }

test.each<readonly [FaultEffect, readonly FaultEffect[]]>([
  [timeout, [status, retryAfter, reset, { body: 'empty' }, { latency_ms: 1 }]],
  [reset, [status, retryAfter, { body: 'empty' }]],
  [{ response: 'lost' }, [status, timeout, reset]],
  [{ duplicate: true }, [status, timeout, reset]],
  [{ reorder: true }, [{ delay_ms: 1 }]],
  [{ drop: true }, [status, { delay_ms: 1 }]],
])('%j excludes %j', (effect, others) => {
  for (const other of others) {
    expect(() => parseEffect({ ...other, ...effect })).toThrow('exclude each other')
  }
})

test('each excluded effect exists', () => {
  const effects: EffectTable = faultEffects
  const excluded = Object.values(effects).flatMap(({ conflicts }) =>
    conflicts === 'all' ? [] : (conflicts ?? []),
  )
  expect(Object.keys(effects)).toEqual(expect.arrayContaining(excluded))
})

test('the choices and the labels reach the inspector through the control plane', async () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.fault({ event: 'user.merged', with: { age_s: 90 } })
  const control = createHandler(emulator)
  const get = async (path: string): Promise<unknown> =>
    (await control(new Request(`http://localhost/_emulator/${path}`))).json()
  expect(await get('faults/effects')).toEqual({
    request: effectChoices('request'),
    delivery: effectChoices('delivery'),
  })
  expect(await get('faults')).toMatchObject([{ id: 'fault-1', label: 'signed 1m30s earlier' }])
})
