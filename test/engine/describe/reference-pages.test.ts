/** The generated reference pages: one for each resource, with its operations and events. */
import { courseAdministration } from '../../../src/service/course-administration.ts'
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { sampleEvents } from '../../../scripts/gen/event-samples.ts'
import { printNameList } from '../../../scripts/gen/name-list.ts'
import { type OperationSample, sampleOperations } from '../../../scripts/gen/operation-samples.ts'
import { printOperations } from '../../../scripts/gen/operations-page.ts'
import { printResourcePages } from '../../../scripts/gen/resource-pages.ts'
import { openApiFor } from '../../../src/engine/emulator/reports/seeded-openapi.ts'
import { eventNames } from '../../../src/service/generated/event-names.ts'
import { resources } from '../../../src/service/resources/resource-list.ts'

let samples: readonly OperationSample[]
/** The sections by resource and name of the operation or event: `users#get_users`. */
let sections: ReadonlyMap<string, string>
let pages: ReadonlyMap<string, string>
beforeAll(async () => {
  samples = await sampleOperations()
  const document = openApiFor(courseAdministration(), 'https://service.test/api/v1')
  const all = { operations: samples, events: await sampleEvents(), document }
  pages = new Map(
    printResourcePages(resources, all).map(({ file, text }) => [
      /^resource-(\w+)\.md$/.exec(file)?.[1] ?? file,
      text,
    ]),
  )
  sections = new Map([...pages].flatMap(([resource, text]) => sectionsOf(resource, text)))
  // Note: it performs 300 calls, each on its own fork.
}, 60_000)

const sectionsOf = (resource: string, text: string): [string, string][] =>
  text
    .split(/^## /m)
    .slice(1)
    .map((section) => [`${resource}#${section.slice(0, section.indexOf('\n'))}`, section])

const sectionOf = (name: string): string => sections.get(name) ?? ''

test('each example call succeeds', () => {
  expect(samples).toHaveLength(208)
  expect(samples.filter(({ operation, status }) => status !== operation.presenter.status)).toEqual(
    [],
  )
})

test('the section of an operation has its parameters, body, scopes, errors and example', () => {
  for (const { operation, status } of samples) {
    const { id, method, path, query, body, scopes, flag, resource } = operation
    const text = sectionOf(`${resource.name}#${id}`)
    const names = [...Object.keys(query), ...Object.keys(body ?? {})]
    expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
    expect(text).toContain(`\`${method} ${path}\``)
    expect(text).toContain(`response has status ${status}`)
    const needed = Object.values(scopes.requirements).flat(2)
    expect(needed.filter((scope) => !text.includes(scope))).toEqual([])
    if (flag !== undefined) expect(text).toContain(`- Flag: ${flag}`)
    expect(text).toMatch(/^- Errors: 400, 403, /m)
    expect(sectionOf(`${resource.name}#Errors`)).toMatch(/^\| 403 \| /m)
  }
})

test('an error that the section of an operation lists is explained on its page', () => {
  for (const [name, text] of sections) {
    const [resource] = name.split('#')
    const [, statuses = ''] = /^- Errors: (.*)$/m.exec(text) ?? []
    const explained = sectionOf(`${resource}#Errors`)
    const missing = statuses.split(', ').filter((status) => !explained.includes(`| ${status} |`))
    expect(statuses === '' ? [] : missing).toEqual([])
  }
})

test('the section of an operation links to the events of its example', () => {
  expect(sectionOf('enrollments#cancel_enrollment_by_id')).toContain(
    'The example emits [`enrollment.updated`](resource-enrollments.md#enrollmentupdated).',
  )
})

test('the section of an event has its payload and its causes, and the page the headers', () => {
  const events = [...sections.keys()].filter((name) => /#\w+\.\w+$/.test(name))
  expect(events).toHaveLength(93)
  const text = sectionOf('users#user.merged')
  expect(text).toContain('| `primary_user_id` | integer |')
  expect(text).toContain('"event": "user.merged"')
  expect(text).toContain('- `act.mergeUsers`')
  expect(sectionOf('users#Headers of a delivery')).toMatch(/^webhook-signature: v1,/m)
  expect(sectionOf('categories#category.created')).toContain(
    '- [`create_category`](resource-categories.md#create_category)',
  )
})

test('one page has a line for each operation, and the package ships it with the pages', () => {
  const lines = printOperations(samples).split('\n')
  for (const { operation } of samples) {
    const { id, method, path } = operation
    const start = `- \`${id}\` \`${method} ${path}\`: `
    expect(lines.filter((line) => line.startsWith(start))).toHaveLength(1)
  }
  const lineOf = (id: string): string =>
    lines.find((line) => line.startsWith(`- \`${id}\``)) as string
  expect(lineOf('create_account')).toContain('`name*`')
  expect(lineOf('create_account')).toContain('; scopes relations:modify')
  expect(lineOf('get_orders')).toMatch(/; _reference_$/)
  expect(lineOf('get_affiliations')).toMatch(/; deprecated$/)
  const { files } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  ) as { files: string[] }
  expect(files).toContain('docs')
  expect(files).not.toContain('!docs/resources')
})

test('llms.txt has the name of each operation and event', () => {
  const ids = samples.map(({ operation }) => operation.id)
  const words = printNameList(ids, eventNames).split(/[\s,]+/)
  expect([...ids, ...eventNames].filter((name) => !words.includes(name))).toEqual([])
})
