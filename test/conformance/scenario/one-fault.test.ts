/** One failed call, wherever it happens, changes nothing about how a scenario ends for the example integration. */
import { createEmulator, type Emulator, type FaultRule } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import type { Lms } from '../../examples/lms/lms/lms.ts'
import { cases } from '../../service/scenarios/cases.ts'
import { runCase, type ScenarioCase } from '../../service/scenarios/scenario-case.ts'

/** The call is refused, or it is written and its answer is lost. */
const effects = [{ status: 500 }, { timeout: 'after' }] as const

/** How many calls of a case fail, evenly spread over it; `CALLS_MAX=1000` lets each of them fail. */
const callsMax = Number(process.env['CALLS_MAX'] ?? 8)

const callNumbers = (count: number): number[] => {
  const step = Math.max(1, count / callsMax)
  return Array.from({ length: Math.min(count, callsMax) }, (_, i) => 1 + Math.floor(i * step))
}

/** Tasks that the integration waits for, or that lead to it. */
const integrationTasks = /^(?!date|transition)/

/** Moves time until no delivery is due and the integration sleeps no more. */
async function waitUntilIdle(emulator: Emulator): Promise<void> {
  await emulator.settle()
  while (emulator.pending().some(({ kind }) => integrationTasks.test(kind))) {
    await emulator.advance('next')
  }
}

async function play(each: ScenarioCase, fault?: FaultRule) {
  const emulator = createEmulator(each.scenario.options)
  if (fault) emulator.fault(fault)
  const drain = () => waitUntilIdle(emulator)
  const { lms, middleware } = await runCase(each, undefined, { emulator, drain })
  const callCount = emulator.journal({ kind: 'request' }).length
  void middleware.resync()
  await drain()
  const deadLetters = middleware.memory.deadLetters().length
  return { callCount, end: { access: accessIn(lms), accounts: accountsIn(lms), deadLetters } }
}

const accountsIn = ({ state }: Lms): string[] =>
  [...state.accounts.values()].map(({ id: _, ...account }) => JSON.stringify(account)).sort()

const accessIn = ({ state }: Lms): string[] =>
  [...state.courses.values()]
    .flatMap(({ key, students, teachers }) =>
      [...students, ...teachers].map((id) => `${key} ${state.accounts.get(id)?.email}`),
    )
    .sort()

describe.each(cases.map((each) => [each.name, each] as const))('%s', (_, each) => {
  test('ends the same whichever call fails once', async () => {
    const plain = await play(each)
    expect(plain.callCount).toBeGreaterThan(0)
    for (const nth of callNumbers(plain.callCount)) {
      for (const effect of effects) {
        const { end } = await play(each, { at: 'request', nth, times: 1, with: effect })
        expect({ nth, effect, ...end }).toEqual({ nth, effect, ...plain.end })
      }
    }
  })
})
