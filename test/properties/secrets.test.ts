/** A secret of a request, a webhook, an answer, an act or a fault is in no report. */
import { createEmulator, type Emulator, storyToHTML } from 'course-admin-emulator'
import { assertDelivered, assertReceived } from 'course-admin-emulator/node'
import {
  type Arbitrary,
  array,
  asyncProperty,
  constantFrom,
  record,
  stringMatching,
} from 'fast-check'
import { expect, test } from 'vitest'
import { reportOf } from '../../src/adapters/cli/scenario-report.ts'
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import { failureReportLines } from '../../src/engine/emulator/reports/expectations.ts'
import { unhandledRequestLines } from '../../src/engine/emulator/reports/unhandled-requests.ts'
import { assertProperty } from '../support/property-runs.ts'

interface Planted {
  readonly secret: string
  readonly name: string
  readonly kind: keyof typeof places
}

const names = ['token', 'secret', 'password', 'api_key', 'apikey', 'authorization', 'access_token']

const encoded = (name: string): string =>
  name.replace(/./, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
const escaped = (name: string): string =>
  name.replace(/./, (letter) => String.raw`\u00${letter.charCodeAt(0).toString(16)}`)

/** Texts with a secret: JSON, cut JSON, forms and plain texts. */
const textsOf = (name: string, secret: string): readonly string[] => [
  `{"${name}":"${secret}"}`,
  `{"${escaped(name)}":"${secret}"}`,
  `{"user":[{"${name}":{"value":["${secret}"]}}]}`,
  `{"url":"https://app.test/?${name}=${secret}"}`,
  `{"text":"{\\"${name}\\":\\"${secret}\\"}"}`,
  `{"name":"Mia","${name}":"${secret}`,
  `[{"${escaped(name)}":{"value":"${secret}`,
  `name=Mia&${name}=${secret}`,
  `user%5B${encoded(name)}%5D=${secret}&name=Mia`,
  `${name}: ${secret}`,
  `the ${name} ${secret} is wrong`,
  `no answer from https://app.test/?${name}=${secret} in time`,
  `<p>${name} ${secret}</p>`,
]

const queriesOf = (name: string, secret: string): readonly string[] => [
  `${name}=${secret}`,
  `${name}[]=${secret}`,
  `filter[user][${name}]=${secret}`,
  `${encoded(name)}=${secret}`,
  `per_page=2&next=${encodeURIComponent(`https://app.test/?${name}=${secret}`)}`,
]

/** Places of a secret. Each returns the errors of the kit that it led to. */
const places = {
  async query(emulator, { name, secret }) {
    for (const query of queriesOf(name, secret)) await emulator.fetch(`/users?${query}`)
  },
  async body(emulator, { name, secret }) {
    for (const body of [
      ...textsOf(name, secret),
      `{"${name}":${Number(`1${digitsOf(secret)}`)}}`,
    ]) {
      for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
        const headers = { ...emulator.headers, 'content-type': type }
        await emulator.fetch('/labels', { method: 'POST', headers, body })
      }
    }
  },
  async longBody(emulator, { name, secret }) {
    const body = `{"name":"${'x'.repeat(70_000)}","${name}":"${secret}"}`
    await emulator.fetch('/labels', { method: 'POST', headers: emulator.headers, body })
  },
  async webhook(emulator, { name, secret }) {
    // Note: the document describes a URL, which has no brackets.
    for (const query of queriesOf(name, secret)) {
      const url = `https://app.test/hooks?${query.replaceAll('[', '%5B').replaceAll(']', '%5D')}`
      emulator.receiver({ url, answer: 500 })
    }
    await deliver(emulator)
  },
  async answer(emulator, { name, secret }) {
    for (const [index, body] of textsOf(name, secret).entries()) {
      emulator.receiver({ url: `https://app.test/${index}`, answer: { status: 500, body } })
    }
    await deliver(emulator)
  },
  async exception(emulator, { name, secret }) {
    for (const [index, text] of textsOf(name, secret).entries()) {
      emulator.receiver({
        url: `https://app.test/${index}`,
        answer: () => Promise.reject(new Error(text)),
      })
    }
    await deliver(emulator)
  },
  async header(emulator, { name, secret }) {
    const sent = { [`x-${name.replaceAll('_', '-')}`]: secret, cookie: `session=${secret}` }
    await emulator.fetch('/users', { headers: { ...emulator.headers, ...sent } })
    await emulator.fetch('/users', { headers: { authorization: `Bearer ${secret}` } })
    const headers = { 'set-cookie': `session=${secret}`, [`x-${name}`]: secret }
    emulator.receiver({
      url: 'https://app.test/hooks',
      answer: () => new Response('down', { status: 500, headers }),
    })
    await deliver(emulator)
  },
  async response(emulator, { secret }) {
    const body = JSON.stringify({ url: 'https://app.test/hooks', events: ['user.created'], secret })
    const headers = { ...emulator.headers, 'content-type': 'application/json' }
    await emulator.fetch('/webhooks', { method: 'POST', headers, body })
    await emulator.fetch('/webhooks', { headers })
  },
  act(emulator, { name, secret }) {
    const { id } = emulator.act.registerWebhook({
      url: `https://app.test/?${name}=${secret}`,
      secret,
    })
    emulator.act.update('webhooks', id, { url: `https://app.test/more?${name}=${secret}` })
    emulator.act.remove('webhooks', id)
  },
  async fault(emulator, { name, secret }) {
    const input = { url: `https://app.test/?${name}=${secret}`, secret }
    emulator.fault({ at: 'request', with: { change: { act: 'register_webhook', input } } })
    await emulator.fetch('/users')
  },
} satisfies Record<string, (emulator: Emulator, planted: Planted) => unknown>

const digitsOf = (secret: string): string =>
  [...secret]
    .map((letter) => letter.charCodeAt(0) % 10)
    .join('')
    .slice(0, 12)

async function deliver(emulator: Emulator): Promise<void> {
  emulator.act.create('users')
  await emulator.advance('1m')
}

const failureOf = (work: () => unknown): string => {
  try {
    work()
    return ''
  } catch (error) {
    return String(error)
  }
}

const run = { name: 'run', url: 'https://app.test', canResync: true, strict: true }

/** Each text in which a user reads what happened. */
const reportsOf = (emulator: Emulator): Record<string, string> => ({
  journal: JSON.stringify(emulator.journal()),
  entries: JSON.stringify(emulator.journal()),
  transcript: String(emulator.transcript()),
  story: JSON.stringify(emulator.story()),
  page: storyToHTML(emulator.story()),
  usage: emulator.usage().toText() + JSON.stringify(emulator.usage()),
  failure: failureReportLines(contextOf(emulator), 1_000).join('\n'),
  unhandled: unhandledRequestLines(contextOf(emulator)).join('\n'),
  delivered: failureOf(() => assertDelivered(emulator, 'user.created', { attempts: 99 })),
  run: JSON.stringify(reportOf({ ...run, emulator, transcript: '', error: undefined })),
  received: failureOf(() => assertReceived(emulator, 'create_label', { body: { no: 1 } })),
})

const planted: Arbitrary<Planted> = record({
  secret: stringMatching(/^[a-z]{3}\d[a-z0-9]{8,20}$/),
  name: constantFrom(...names),
  kind: constantFrom(...(Object.keys(places) as Planted['kind'][])),
})

test('a planted secret is in no journal, transcript, story or report', async () => {
  await assertProperty(
    asyncProperty(array(planted, { minLength: 1, maxLength: 3 }), async (all) => {
      const emulator = createEmulator({ world: 'empty' })
      for (const each of all) await places[each.kind](emulator, each)
      const secrets = all.flatMap(({ secret }) => [secret, `1${digitsOf(secret)}`])
      const leaks = Object.entries(reportsOf(emulator)).flatMap(([report, text]) =>
        secrets.flatMap((secret) => {
          const at = text.indexOf(secret)
          return at < 0 ? [] : [`${report}: ${text.slice(Math.max(0, at - 120), at + 40)}`]
        }),
      )
      expect(leaks).toEqual([])
    }),
    { numRuns: 40 },
  )
})
