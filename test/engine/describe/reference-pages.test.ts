/** The generated reference pages: one for each operation and one for each event. */
import { courseAdministration } from '../../../src/service/course-administration.ts'
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { printCompactOperations } from '../../../scripts/gen/compact-operations-page.ts'
import { printEventPages } from '../../../scripts/gen/event-pages.ts'
import { sampleEvents } from '../../../scripts/gen/event-samples.ts'
import { printNameList } from '../../../scripts/gen/name-list.ts'
import { type GeneratedPage, printOperationPages } from '../../../scripts/gen/operation-pages.ts'
import { type OperationSample, sampleOperations } from '../../../scripts/gen/operation-samples.ts'
import { openApiFor } from '../../../src/engine/emulator/reports/seeded-openapi.ts'
import { resources } from '../../../src/service/resources/resource-list.ts'

let samples: readonly OperationSample[]
let operationPages: readonly GeneratedPage[]
let eventPages: readonly GeneratedPage[]
beforeAll(async () => {
  samples = await sampleOperations()
  const document = openApiFor(courseAdministration(), 'https://service.test/api/v1')
  operationPages = printOperationPages(samples, document)
  eventPages = printEventPages(resources, await sampleEvents(), document)
  // Note: it performs 300 calls, each on its own fork.
}, 60_000)

const textOf = (pages: readonly GeneratedPage[], file: string): string =>
  pages.find((page) => page.file === file)?.text ?? ''

test('each example call succeeds', () => {
  expect(samples).toHaveLength(208)
  expect(samples.filter(({ operation, status }) => status !== operation.presenter.status)).toEqual(
    [],
  )
})

test('the page of an operation has its parameters, body, scopes, errors and example', () => {
  for (const { operation, status } of samples) {
    const { id, method, path, query, body, scopes, flag } = operation
    const text = textOf(operationPages, `${id}.md`)
    const names = [...Object.keys(query), ...Object.keys(body ?? {})]
    expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
    expect(text).toContain(`\`${method} ${path}\``)
    expect(text).toContain(`response has status ${status}`)
    const needed = Object.values(scopes.requirements).flat(2)
    expect(needed.filter((scope) => !text.includes(scope))).toEqual([])
    if (flag !== undefined) expect(text).toContain(`- Flag: ${flag}`)
    expect(text).toMatch(/^\| 403 \| /m)
  }
})

test('the page of an operation links to the events of its example', () => {
  const text = textOf(operationPages, 'cancel_enrollment_by_id.md')
  expect(text).toContain(
    'The example emits [`enrollment.updated`](../events/enrollment.updated.md).',
  )
})

test('the page of an event has its payload, a delivery and its causes', () => {
  expect(eventPages).toHaveLength(93)
  const text = textOf(eventPages, 'user.merged.md')
  expect(text).toContain('| `primary_user_id` | integer |')
  expect(text).toMatch(/^webhook-signature: v1,/m)
  expect(text).toContain('"event": "user.merged"')
  expect(text).toContain('- `act.mergeUsers`')
  expect(textOf(eventPages, 'category.created.md')).toContain(
    '- [`create_category`](../operations/create_category.md)',
  )
})

test('the compact page has a line for each operation, and the package ships it with the pages', () => {
  const lines = printCompactOperations(samples).split('\n')
  for (const { operation } of samples) {
    const { id, method, path } = operation
    const start = `- \`${id}\` \`${method} ${path}\``
    expect(lines.filter((line) => line === start || line.startsWith(`${start}: `))).toHaveLength(1)
  }
  const line = lines.find((each) => each.startsWith('- `create_account`'))
  expect(line).toContain('`name*`')
  const { files } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  ) as { files: string[] }
  expect(files).toContain('docs')
  expect(files).not.toContain('!docs/operations')
  expect(files).not.toContain('!docs/events')
})

test('llms.txt has the name of each operation and event', () => {
  const ids = samples.map(({ operation }) => operation.id)
  const events = eventPages.map(({ file }) => file.replace(/\.md$/, ''))
  const words = printNameList(ids, events).split(/[\s,]+/)
  expect([...ids, ...events].filter((name) => !words.includes(name))).toEqual([])
})
