/** What a request costs beside a static handler: read, page, create, and the lane without msw. */
import { staticGet, staticPost } from './baseline.ts'
import { ask, type Asking, intercepted, requests, uninterrupted } from './network.ts'
import { calling, race, ratio } from './interleaved-runs.ts'
import { everyday } from './worlds.ts'

export async function requestRows(): Promise<Record<string, number>> {
  const emulator = everyday()
  const { baseUrl, headers, handlers } = emulator
  const read = { url: `${baseUrl}/users/7`, init: { headers } }
  const page = { url: `${baseUrl}/users`, init: { headers } }
  const create = (number: number): Asking => ({
    url: page.url,
    init: {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(newcomer(number)),
    },
  })
  const staticRead = staticGet(read.url, await ask(read, emulator.fetch))
  const staticPage = staticGet(page.url, await ask(page, emulator.fetch))
  const staticCreate = staticPost(page.url, await ask(create(0), emulator.fork().fetch))
  const direct = calling(16, () => ask(read, emulator.fetch))
  const times = await intercepted(() =>
    race(
      {
        staticRead: requests([staticRead], () => read),
        read: requests(handlers, () => read),
        direct: () => uninterrupted(direct),
        staticPage: requests([staticPage], () => page),
        page: requests(handlers, () => page),
        staticCreate: requests([staticCreate], create),
        create: requests(emulator.fork().handlers, create),
      },
      { rounds: 40, warmups: 40 },
    ),
  )
  return {
    'read by id': ratio(times.read, times.staticRead),
    'read by id, direct lane': ratio(times.direct, times.staticRead),
    'page of 25': ratio(times.page, times.staticPage),
    create: ratio(times.create, times.staticCreate),
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
