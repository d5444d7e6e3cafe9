/**
 * The messages of the kit are the recorded ones: the whole message of each common mistake, and the name that the error of
 * a misspelt name suggests. `npx vitest run test/golden/messages -u` records a wanted change.
 */
import { createEmulator, EmulatorError } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { argumentMistakes } from '../mistakes/argument-mistakes.ts'
import { dataMistakes } from '../mistakes/data-mistakes.ts'
import { functionMistakes } from '../mistakes/function-mistakes.ts'
import type { Mistake } from '../mistakes/mistake.ts'
import { optionMistakes } from '../mistakes/option-mistakes.ts'
import { requestMistakes } from '../mistakes/request-mistakes.ts'
import { timeMistakes } from '../mistakes/time-mistakes.ts'

const tables: Readonly<Record<string, readonly Mistake[]>> = {
  options: optionMistakes,
  data: dataMistakes,
  time: timeMistakes,
  requests: requestMistakes,
  functions: functionMistakes,
  arguments: argumentMistakes,
}

/** The error of a call; undefined if the call succeeds. */
async function errorOf(call: () => unknown): Promise<EmulatorError | undefined> {
  try {
    await call()
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(EmulatorError)
    return error as EmulatorError
  }
}

/** Versions and paths of the checkout differ between machines. */
const withoutPlaces = (message: string): string =>
  message.replaceAll(process.cwd(), '<checkout>').replaceAll(process.version, '<node>')

test('each common mistake has its recorded message', async () => {
  const lines: string[] = []
  for (const [table, mistakes] of Object.entries(tables)) {
    for (const [name, call] of mistakes) {
      const error = await errorOf(() => call(createEmulator({ world: 'empty' })))
      lines.push(`${table}: ${name}`, `  ${error?.code}: ${withoutPlaces(error?.message ?? '')}`)
    }
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('messages.txt')
})

/** Misspells a name: two letters swapped, the last letter left out, the word after the last separator replaced. */
const misspellings = (name: string): readonly string[] => [
  `${name.slice(0, 2)}${name[3] ?? ''}${name[2] ?? ''}${name.slice(4)}`,
  name.slice(0, -1),
  `${name.slice(0, name.search(/[._][^._]*$/))}_thing`,
]

/** The resources with a path of their own. */
const resourcesOf = ({ paths }: { readonly paths: object }): readonly string[] => [
  ...new Set(Object.keys(paths).map((path) => path.split('/')[1] as string)),
]

const optionNames = ['world', 'scale', 'seed', 'baseUrl', 'clock', 'start', 'flags', 'assumptions']

const suggestionIn = (message: string): string =>
  /Did you mean (.+)\?/.exec(message)?.[1]?.replaceAll('"', '') ?? 'no suggestion'

type Call = (name: string) => unknown

/** The names of each kind, in parts that take a second at most, and a call with a name. */
async function nameKinds(): Promise<readonly (readonly [string, readonly string[], Call])[]> {
  const document = (await emulator.openapi()) as unknown as {
    paths: Record<string, Record<string, { operationId: string }>>
    webhooks: Record<string, unknown>
  }
  const operations = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  return [
    ['operation', operations, (name) => emulator.received(name as never)],
    ['event', Object.keys(document.webhooks), (name) => emulator.delivered(name as never)],
    ['act', Object.keys(emulator.act), (name) => emulator.act[name as 'mergeUsers']({} as never)],
    ['resource', resourcesOf(document), (name) => emulator.given(name as never)],
    ['option', optionNames, (name) => createEmulator({ [name]: 1 })],
  ]
}

const emulator = createEmulator({ world: 'empty' })
const partSize = 50
const parts = (await nameKinds()).flatMap(([kind, names, call]) =>
  Array.from({ length: Math.ceil(names.length / partSize) }, (_, i) => {
    const part = names.slice(i * partSize, (i + 1) * partSize)
    return { kind, part, number: i + 1, names, call }
  }),
)

test.each(parts)(
  'each misspelt name has its recorded suggestion: $kind, part $number',
  async ({ kind, part, number, names, call }) => {
    const lines: string[] = []
    for (const name of new Set(part.flatMap(misspellings))) {
      if (names.includes(name)) continue
      const error = await errorOf(() => call(name))
      lines.push(`${kind} ${name}: ${error ? suggestionIn(error.message) : 'is accepted'}`)
    }
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`suggestions/${kind}s-${number}.txt`)
  },
)
