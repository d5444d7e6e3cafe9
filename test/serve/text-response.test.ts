/** The response of a call without a network behaves like a `Response` with the same text. */
import { describe, expect, test } from 'vitest'
import { TextResponse } from '../../src/serve/text-response.ts'

const init = { status: 201, headers: { 'content-type': 'application/json', link: '<next>' } }
const pairOf = (text: string): [Response, Response] => [
  new TextResponse(text, init),
  new Response(text, init),
]

const reads: [string, (response: Response) => unknown][] = [
  ['text', (response) => response.text()],
  ['json', (response) => response.json()],
  ['arrayBuffer', (response) => response.arrayBuffer()],
  ['blob', async (response) => (await response.blob()).text()],
  ['formData', (response) => response.formData()],
  ['body', (response) => new Response(response.body).text()],
  ['clone', (response) => response.clone().text()],
  ['clone of a clone', (response) => response.clone().clone().json()],
  ['a copy', (response) => new Response(response.body, response).json()],
]

/** The result, or the error, of reading a response. */
async function outcomeOf(read: () => unknown): Promise<unknown> {
  try {
    return await read()
  } catch (error) {
    return (error as Error).name
  }
}

describe.each(reads)('%s', (_, read) => {
  test.each(['{"a":"é"}', '[1', ''])('of %j equals that of a Response', async (text) => {
    const [actual, expected] = pairOf(text)
    expect(await outcomeOf(() => read(actual))).toEqual(await outcomeOf(() => read(expected)))
    expect(actual.bodyUsed).toBe(expected.bodyUsed)
  })

  test.each(reads)('after %s equals that of a Response', async (__, before) => {
    const [actual, expected] = pairOf('{"a":1}')
    await outcomeOf(() => before(actual))
    await outcomeOf(() => before(expected))
    expect(await outcomeOf(() => read(actual))).toEqual(await outcomeOf(() => read(expected)))
  })
})

test('status, headers and type are those of a Response', () => {
  const [actual, expected] = pairOf('{}')
  expect(actual).toBeInstanceOf(Response)
  expect(actual.status).toBe(expected.status)
  expect(actual.ok).toBe(true)
  expect([...actual.headers]).toEqual([...expected.headers])
  expect(actual.clone().headers.get('link')).toBe('<next>')
})
