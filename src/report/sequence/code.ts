/** Writes an entry as code to copy: a command, a call, a test and a fault rule. */
import type { StoryDetails, StoryEntry, StoryMessage } from '../../engine/journal/story.ts'

/** A text to copy. */
export interface Snippet {
  readonly title: string
  readonly text: string
}

type Entry = StoryEntry & StoryDetails

/** Headers that a client adds by itself, or that only this request had. */
const ownHeaders =
  /^(host|connection|content-length|accept-encoding|accept-language|user-agent|sec-.*|webhook-.*|x-emulator-.*|traceparent)$/

/** Returns the texts of an entry: none for an entry that is neither a call nor a delivery. */
export function snippetsOf(entry: Entry, baseUrl: string): Snippet[] {
  const { request } = entry
  if (!request) return []
  const isDelivery = entry.event !== undefined
  const url = isDelivery ? (request.url ?? '') : absolute(request.url ?? '', baseUrl)
  const fault = faultRuleOf(entry)
  return [
    { title: 'curl', text: curlOf(request, url) },
    { title: 'fetch', text: fetchOf(request, JSON.stringify(url)) },
    { title: 'Vitest test', text: isDelivery ? deliveryTest(entry) : callTest(entry) },
    ...(fault ? [{ title: 'Fault rule', text: `emulator.fault(${formatRule(fault)})` }] : []),
  ]
}

const absolute = (path: string, baseUrl: string): string =>
  path.startsWith('/') ? baseUrl + path : path

/** The headers to send. The token is not in a story, so that a variable stands for it. */
const headersOf = ({ headers }: StoryMessage): [string, string][] =>
  Object.entries(headers)
    .filter(([name]) => !ownHeaders.test(name))
    .map(([name, value]) => [name, name === 'authorization' ? 'Bearer $TOKEN' : value])

const quoteShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

function curlOf(request: StoryMessage, url: string): string {
  const { method = 'GET', body } = request
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoteShell(url)}`,
    ...headersOf(request).map(([name, value]) => {
      const header = `${name}: ${value}`
      return `  -H ${header.includes('$TOKEN') ? `"${header}"` : quoteShell(header)}`
    }),
    ...(body === undefined ? [] : [`  -d ${quoteShell(body)}`]),
  ].join(' \\\n')
}

/** @param url the expression of the URL */
function fetchOf(request: StoryMessage, url: string, headers = headerLines(request)): string {
  const { method = 'GET', body } = request
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(headers.length > 0 ? ['headers: {', ...headers.map(indent), '},'] : []),
    ...(body === undefined ? [] : [`body: ${bodyExpression(body)},`]),
  ]
  if (options.length === 0) return `await fetch(${url})`
  return [`await fetch(${url}, {`, ...options.map(indent), '})'].join('\n')
}

const headerLines = (request: StoryMessage): string[] =>
  headersOf(request).map(([name, value]) =>
    name === 'authorization'
      ? 'authorization: `Bearer ${token}`,'
      : `${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  )

function bodyExpression(body: string): string {
  try {
    return `JSON.stringify(${JSON.stringify(JSON.parse(body))})`
  } catch {
    return JSON.stringify(body)
  }
}

const indent = (line: string): string => `  ${line}`

const quote = (text: string): string => JSON.stringify(text)

function testOf(name: string, lines: readonly string[]): string {
  return [
    "import { expect, test } from 'course-admin-emulator/vitest'",
    '',
    `test(${quote(name)}, async ({ emulator }) => {`,
    ...lines.map((line) => (line === '' ? line : indent(line))),
    '})',
  ].join('\n')
}

function callTest(entry: Entry): string {
  const { request = { headers: {} }, title, outcome = '' } = entry
  const headers = headersOf(request)
    .filter(([name]) => name !== 'authorization')
    .map(([name, value]) => `${quote(name)}: ${quote(value)},`)
  const path = (request.url ?? '').replaceAll('`', '%60')
  const call = fetchOf(request, `\`\${emulator.baseUrl}${path}\``, [
    '...emulator.headers,',
    ...headers,
  ])
  // Note: only a fault makes a first call fail like this.
  const fault = isLost(outcome) || /^(429|5\d\d)$/.test(outcome) || isFaulty(entry)
  const rule = fault ? faultRuleOf(entry) : undefined
  const faultLines = rule ? [`emulator.fault(${formatRule(rule)})`] : []
  if (isLost(outcome)) {
    const lost = call.replace(/^await /, '').split('\n')
    return testOf(
      `${title} gets no response`,
      [
        ...faultLines,
        `const call = expect(${lost.join('\n')}).rejects.toThrow()`,
        "await emulator.advance('5m')",
        'await call',
      ].flatMap((text) => text.split('\n')),
    )
  }
  const [first = '', ...rest] = call.split('\n')
  const status = /^\d+$/.test(outcome) ? outcome : '200'
  return testOf(`${title} is answered ${status}`, [
    ...faultLines,
    `const response = ${first}`,
    ...rest,
    `expect(response.status).toBe(${status})`,
  ])
}

function deliveryTest({ event = '', request, outcome = '' }: Entry): string {
  const answer = /^\d+$/.test(outcome) ? outcome : '503'
  return testOf(`${event} is delivered although the endpoint answers ${answer} first`, [
    `const hook = emulator.receiver({ url: ${quote(request?.url ?? '')}, answer: ${answer} })`,
    `// Do here what emits ${event}.`,
    'await emulator.settle()',
    '',
    'hook.answer(204)',
    "await emulator.advance('5m')",
    `expect(hook).toHaveDelivered(${quote(event)}, { attempts: 2 })`,
  ])
}

/** A fault rule that makes the next such call or delivery fail; as this one failed, if it did. */
export function faultRuleOf({
  operation,
  event,
  outcome,
  response,
}: Pick<Entry, 'operation' | 'event' | 'outcome' | 'response'>): object | undefined {
  const selection = event === undefined ? operation !== undefined && { operation } : { event }
  if (!selection) return undefined
  const status = Number(outcome)
  const retryAfter = event === undefined ? response?.headers['retry-after'] : undefined
  const effect = isLost(outcome)
    ? { timeout: 'before' }
    : {
        status: status >= 400 ? status : 503,
        ...(/^\d+$/.test(retryAfter ?? '') && { retry_after: Number(retryAfter) }),
      }
  return { ...selection, times: 1, with: effect }
}

const isLost = (outcome: string | undefined): boolean =>
  /^no (answer|response)$/.test(outcome ?? '')

/** Whether a fault refused a call. */
const isFaulty = ({ severity, outcome }: Entry): boolean =>
  severity === 'fault' && Number(outcome) >= 400

/** `{ event: 'user.merged', times: 1, with: { status: 503 } }` */
function formatRule(value: object): string {
  const parts = Object.entries(value).map(([name, part]) => {
    const text =
      typeof part === 'object'
        ? formatRule(part as object)
        : typeof part === 'string'
          ? `'${part}'`
          : String(part)
    return `${name}: ${text}`
  })
  return `{ ${parts.join(', ')} }`
}
