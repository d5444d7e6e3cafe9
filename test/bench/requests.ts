/** The cost of a request compared with a static handler: read, page, create, and without MSW. */
import { staticGet, staticPost } from './baseline.ts'
import {
  sendRequest,
  type RequestSpec,
  withInterception,
  timedRequests,
  withRealNetwork,
} from './network.ts'
import { timedCalls, timeInterleaved, costRatio } from './interleaved-runs.ts'
import { defaultEmulator } from './worlds.ts'

export async function requestRows(): Promise<Record<string, number>> {
  const emulator = defaultEmulator()
  const { baseUrl, headers, handlers } = emulator
  const read = { url: `${baseUrl}/users/7`, init: { headers } }
  const page = { url: `${baseUrl}/users`, init: { headers } }
  const create = (number: number): RequestSpec => ({
    url: page.url,
    init: {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(newcomer(number)),
    },
  })
  const staticRead = staticGet(read.url, await sendRequest(read, emulator.fetch))
  const staticPage = staticGet(page.url, await sendRequest(page, emulator.fetch))
  const staticCreate = staticPost(page.url, await sendRequest(create(0), emulator.fork().fetch))
  const direct = timedCalls(16, () => sendRequest(read, emulator.fetch))
  const times = await withInterception(() =>
    timeInterleaved(
      {
        staticRead: timedRequests([staticRead], () => read),
        read: timedRequests(handlers, () => read),
        direct: () => withRealNetwork(direct),
        staticPage: timedRequests([staticPage], () => page),
        page: timedRequests(handlers, () => page),
        staticCreate: timedRequests([staticCreate], create),
        create: timedRequests(emulator.fork().handlers, create),
      },
      { rounds: 40, warmups: 40 },
    ),
  )
  return {
    'read by id': costRatio(times.read, times.staticRead),
    'read by id, direct transport': costRatio(times.direct, times.staticRead),
    'page of 25': costRatio(times.page, times.staticPage),
    create: costRatio(times.create, times.staticCreate),
  }
}

const newcomer = (number: number): object => ({
  first_name: 'Mia',
  last_name: 'de Vries',
  email: `mia.de.vries.${number}@example.test`,
  locale: 'nl',
  wants_newsletter: true,
  address_attributes: {
    address: 'Kade 12',
    postal_code: '1011 AB',
    city: 'Amsterdam',
    country: 'NL',
  },
})
