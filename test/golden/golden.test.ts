/**
 * Random sessions have the same journals, answers and rows as when they were recorded.
 *
 * `GOLDEN_DUMP=dir GOLDEN_SEED=7 npx vitest run test/golden` writes the canonical text of one seed to
 * `dir`; run it before and after a change and compare the files. `GOLDEN_UPDATE=1` records all hashes anew.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { goldenActs } from './acts.ts'
import { operationCalls } from './calls.ts'
import { recordedKind } from './canonical.ts'
import { deliveryEffects, requestEffects } from './fault-effects.ts'
import { type Coverage, goldenText } from './session.ts'

const { GOLDEN_DUMP: dump, GOLDEN_SEED: only, GOLDEN_UPDATE: update } = process.env
const file = new URL('./golden-journals.json', import.meta.url)
const seeds = Array.from({ length: 200 }, (_, seed) => seed)
const batch = 20

const coverage: Coverage = {
  operations: new Map(),
  acts: new Set(),
  effects: new Set(),
  kinds: new Set(),
}
const hashes: Record<string, string> = {}

async function hashOf(seed: number): Promise<string> {
  const text = await goldenText(seed, coverage)
  if (dump && (only === undefined || Number(only) === seed)) {
    mkdirSync(dump, { recursive: true })
    writeFileSync(`${dump}/golden-${seed}.txt`, `${text}\n`)
  }
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

const recorded = (): Record<string, string> => JSON.parse(readFileSync(file, 'utf8'))

const advice = (seed: number): string =>
  `The session of seed ${seed} differs. For a file to compare, run on both versions: ` +
  `GOLDEN_DUMP=dir GOLDEN_SEED=${seed} npx vitest run test/golden`

test.each(seeds.filter((seed) => seed % batch === 0))(
  'the 20 sessions from seed %i have their recorded journals',
  async (first) => {
    const known = update ? {} : recorded()
    for (const seed of seeds.slice(first, first + batch)) {
      hashes[seed] = await hashOf(seed)
      if (!update) expect.soft(hashes[seed], advice(seed)).toBe(known[seed])
    }
  },
)

test('the sessions call every operation, and use every act and every effect of a fault', async () => {
  if (update) writeFileSync(file, `${JSON.stringify(hashes, undefined, 2)}\n`)
  const { paths } = (await createEmulator({ world: 'empty' }).openapi()) as unknown as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  const known = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(operationCalls.map(({ operation }) => operation).sort()).toEqual(known.sort())
  expect(known.filter((id) => !hasStatus(id, 200) && !hasStatus(id, 400))).toEqual([])
  expect(known.filter((id) => !hasStatus(id, 200))).toEqual(neverSuccessful)
  expect([...coverage.acts].sort()).toEqual(Object.keys(createEmulator().act).sort())
  expect(Object.keys(goldenActs).sort()).toEqual([...coverage.acts].sort())
  expect(coverage.effects.size).toBe(requestEffects.length + deliveryEffects.length)
  const kinds = [...coverage.kinds].map(recordedKind).sort()
  expect(kinds).toEqual(recordedKinds)
})

/** Every kind of journal entry but the steps of scenarios. */
const recordedKinds = [
  'act',
  'answer',
  'attempt',
  'change',
  'clock',
  'date',
  'drop',
  'event',
  'fault',
  'flags',
  'late answer',
  'no answer',
  'outage',
  'redeliver',
  'request',
  'restore',
  'scopes',
  'second answer',
]

/** They need a record in a state that the small world does not have. */
const neverSuccessful: readonly string[] = [
  'delete_certificate_from_program_enrollment_by_id',
  'get_program_edition_of_elements_batch',
  'update_enrollment_by_id',
]

/** Whether an operation was answered with a status from `from` to `from` + 99. */
const hasStatus = (operation: string, from: number): boolean =>
  [...(coverage.operations.get(operation) ?? [])].some((each) => each >= from && each < from + 100)
