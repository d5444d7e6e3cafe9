/** The unhandled requests that an emulator keeps: each once, and at most 100. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import {
  addUnhandledRequest,
  unhandledRequestLines,
} from '../../../src/engine/emulator/reports/unhandled-requests.ts'

const requestTo = (path: string, method = 'GET') => ({
  method,
  url: `https://other.test/${path}`,
  strategy: 'error' as const,
})

test('a request is kept once for each method and URL', () => {
  const context = contextOf(createEmulator({ world: 'empty' }))
  expect(unhandledRequestLines(context)).toEqual([])
  const requests = [requestTo('a'), requestTo('a'), requestTo('a', 'POST'), requestTo('b')]
  const added = requests.map((each) => addUnhandledRequest(context, each))
  expect(added).toEqual([true, false, true, true])
  const advice =
    'it is not below `https://service.test/api/v1`. Configure the code under test with `https://service.test/api/v1` if it is for the service. Otherwise answer it with a mock.'
  expect(unhandledRequestLines(context)).toEqual([
    'Unhandled requests:',
    ...['GET https://other.test/a', 'POST https://other.test/a', 'GET https://other.test/b'].map(
      (request) => `${request}: ${advice}`,
    ),
  ])
})

test('the first 100 requests are kept', () => {
  const context = contextOf(createEmulator({ world: 'empty' }))
  const requests = Array.from({ length: 102 }, (_, i) => requestTo(String(i)))
  const added = requests.map((each) => addUnhandledRequest(context, each))
  expect(added.flatMap((isAdded, i) => (isAdded ? [] : [i]))).toEqual([100, 101])
  expect(context.unhandledRequests).toEqual(requests.slice(0, 100))
})
