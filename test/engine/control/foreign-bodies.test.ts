/** A body of the control plane that is no object or no world is refused while it arrives. */
import { createEmulator } from 'course-admin-emulator'
import { createHandler } from 'course-admin-emulator/server'
import { expect, test } from 'vitest'

/** Loads a world from a stream. Returns the status, the message and the number of chunks that were read. */
async function load(chunks: readonly string[]) {
  const handle = createHandler(createEmulator({ world: 'empty' }))
  const left = chunks.map((chunk) => new TextEncoder().encode(chunk))
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        const chunk = left.shift()
        if (chunk) controller.enqueue(chunk)
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const init = { method: 'PUT', body, duplex: 'half' } as RequestInit
  const response = await handle(new Request('http://localhost/_emulator/world', init))
  return { status: response.status, text: await response.text(), left: left.length }
}

test.each(['x', '\0', '[{}', '  \n"'])('%j and a long rest', async (start) => {
  const { status, text, left } = await load([' ', start, ...Array<string>(100).fill('{')])
  expect([status, text]).toEqual([400, expect.stringContaining('The body is not a saved world.')])
  expect(left).toBeGreaterThan(90)
})

test('a long object that is no world', async () => {
  const part = `"${'x'.repeat(500_000)}",`
  const { status, text, left } = await load(['{"a":[', ...Array<string>(400).fill(part), '1]}'])
  expect([status, text]).toEqual([400, expect.stringContaining('The body is not a saved world.')])
  expect(left).toBeGreaterThan(390)
})

test('a long object that is no world and arrives in one part', async () => {
  const { status, text } = await load([`{"a":"${'x'.repeat(3_000_000)}"}`])
  expect([status, text]).toEqual([400, expect.stringContaining('The body is not a saved world.')])
})

test('an object in parts is read', async () => {
  const saved = createEmulator({ world: 'empty' }).save()
  expect(await load([' ', '\n', saved.slice(0, 100), saved.slice(100)])).toMatchObject({
    status: 200,
  })
  expect(await load(['{"a":1', ' b}'])).toMatchObject({ status: 400, left: 0 })
})
