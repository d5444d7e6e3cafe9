/**
 * The behaviours that the example call of each operation relies on, and those that a refused call relies on.
 * `-u` records a wanted change.
 */
import type { Emulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { exampleCall, operationCalls, type SentCall } from '../golden/calls.ts'
import { createDraw } from '../golden/draw.ts'
import { newEmulator, tablesOf } from '../golden/vocabulary.ts'

const base = newEmulator({})
const tables = tablesOf(base)

/** Changes a call so that most operations refuse it. */
const changes: Readonly<Record<string, (sent: SentCall) => SentCall | undefined>> = {
  'as in the examples': (sent) => sent,
  'without a body': (sent) => (sent.body === undefined ? undefined : { ...sent, body: '{}' }),
}

interface Reliance {
  /** The operation, the status, and why the call was refused. */
  readonly answer: string
  readonly ids: readonly string[]
}

/** What the answer to a call relies on; the deciding behaviour is the first. */
async function relianceOf(emulator: Emulator, sent: SentCall): Promise<Reliance> {
  const { method, path, headers, body } = sent
  await emulator.fetch(path, { method, headers, ...(body !== undefined && { body }) })
  const [request] = emulator.journal({ kind: 'request' })
  const { status, decidedBy, reason, behaviours } = emulator.explain(request?.number ?? 0)
  const ids = behaviours.map(({ id }) => id).filter((id) => id !== decidedBy)
  const why = decidedBy === undefined ? reason : `${reason} [${decidedBy}]`
  return { answer: `${sent.operation} ${status}${why ? ` (${why})` : ''}`, ids: ids.toSorted() }
}

test.each(Object.entries(changes))('a call %s', async (name, change) => {
  const found: Reliance[] = []
  for (const call of operationCalls) {
    const emulator = base.fork()
    const parts = { emulator, draw: createDraw(0), tables, token: emulator.token }
    const sent = change(exampleCall(call, parts))
    if (sent) found.push(await relianceOf(emulator, sent))
  }
  const common = found[0]?.ids.filter((id) => found.every(({ ids }) => ids.includes(id))) ?? []
  const lines = found.map(({ answer, ids }) => {
    const others = ids.filter((id) => !common.includes(id))
    return [answer, ...others.map((id) => `  ${id}`)].join('\n')
  })
  const text = [`each call: ${common.join(' ')}`, ...lines].join('\n')
  await expect(`${text}\n`).toMatchFileSnapshot(
    `recorded/behaviours-${name.replaceAll(' ', '-')}.txt`,
  )
})
