/** The formats of a report card. */
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { checkIntegration } from '../../../src/check.ts'
import { checkGroups } from '../../../src/conformance/check/check-definition.ts'
import { checkVerdicts } from '../../../src/conformance/check/check-verdict.ts'
import { verifiesTheParsedBody } from '../../examples/lms/broken/verifies-the-parsed-body.ts'
import { checkConnect } from './check-connect.ts'
import { cardOf } from './sample-cards.ts'

const schema = JSON.parse(
  readFileSync(new URL('../../../docs/schemas/report-card.schema.json', import.meta.url), 'utf8'),
)
const isReportCard = new Ajv2020({ strict: true }).compile(schema)
const plain = (card: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(card))

test('the JSON form of a card matches the published schema', async () => {
  const run = await checkIntegration(checkConnect(verifiesTheParsedBody), { only: ['signature'] })
  for (const card of [run, cardOf(), cardOf(['failed'], ['check-1'])]) {
    isReportCard(plain(card))
    expect(isReportCard.errors ?? []).toEqual([])
  }
  const timed = { ...first(plain(cardOf())), durationMs: 12 }
  expect(isReportCard({ ...plain(cardOf()), checks: [timed], durationMs: 3_200 })).toBe(true)
  const { checks } = schema.properties
  expect(checks.items.properties.group.enum).toEqual(checkGroups)
  expect(checks.items.properties.verdict.enum.toSorted()).toEqual(checkVerdicts.toSorted())
})

test.each<[string, (card: Record<string, unknown>) => unknown]>([
  ['another version', (card) => ({ ...card, version: 2 })],
  ['an unknown key', (card) => ({ ...card, percentage: 96 })],
  ['a missing key', ({ ok: _, ...card }) => card],
  ['an unknown verdict', (card) => ({ ...card, checks: [{ ...first(card), verdict: 'ok' }] })],
])('the schema refuses %s', (_, change) => {
  expect(isReportCard(change(plain(cardOf())))).toBe(false)
})

const first = (card: Record<string, unknown>): object => (card['checks'] as object[])[0] as object

test('a card of the baseline is ok, and a repaired check is not', () => {
  expect(cardOf(['passed', 'failed', 'inconclusive'], ['check-2', 'check-3']).ok).toBe(true)
  const repaired = cardOf(['passed', 'failed'], ['check-1', 'check-2'])
  expect(repaired.ok).toBe(false)
  expect(repaired.repaired).toEqual(['check-1'])
  expect(cardOf(['skipped']).ok).toBe(false)
})

test('the counts tell the failures of the baseline from others', () => {
  const countsOf = (...args: Parameters<typeof cardOf>) =>
    cardOf(...args)
      .text.split('\n')
      .at(-1)
  expect(countsOf(['passed', 'failed'], ['check-2'])).toBe(
    '2 checks: 1 passed, 1 failed as the baseline says.',
  )
  const three = ['failed', 'failed', 'failed', 'inconclusive'] as const
  expect(countsOf(three, ['check-1', 'check-2', 'check-4'])).toBe(
    '4 checks: 1 failed, 2 failed as the baseline says, 1 inconclusive as the baseline says.',
  )
})

test('each format says how to run a failing check alone', () => {
  const card = cardOf(['passed', 'failed'])
  const advice = 'Run it alone: course-admin-emulator check --only check-2 …'
  for (const text of [card.text, card.toMarkdown(), card.toJUnit(), card.toHTML()]) {
    expect(text).toContain(advice)
    expect(text).not.toContain('--only check-1')
  }
  expect(card.text).toContain("checkIntegration(connect, { only: ['check-2'] })")
  expect(card.text).toContain('The run: one-enrollment: twice at enrollment.created id=1 #1')
})

test('JUnit counts failures and skipped checks', () => {
  const xml = cardOf().toJUnit()
  expect(xml).toContain('<testsuite name="report card" tests="4" failures="2" skipped="1">')
  expect(xml).toContain('<testcase classname="report card" name="receiving: check-1">')
  expect(xml).toContain('<failure message="failed: The run shows a &lt; b &amp; &quot;c&quot;')
  expect(xml).toContain('<skipped message="skipped: The run')
  expect(xml).toContain('one-enrollment: twice at enrollment.created id=1 #1')
  expect(xml).not.toContain('\u0001')
  expect(xml).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/)
})

test('JUnit skips a known failure, and fails for a repaired check', () => {
  const xml = cardOf(['passed', 'failed'], ['check-1', 'check-2']).toJUnit()
  expect(xml).toContain('tests="2" failures="1" skipped="1"')
  expect(xml).toContain('check-1 passed, and the baseline lists it. Remove it from the baseline.')
  expect(xml).toContain('<skipped message="failed (in the baseline): ')
})

test('Markdown has a row for each check, and the transcript of each failure', () => {
  const text = cardOf().toMarkdown()
  expect(text).toContain('4 checks: 1 passed, 1 failed, 1 skipped, 1 inconclusive.')
  expect(text).toContain(
    '| ✗ | `check-4` | write safety | failed | The run shows a &lt; b &amp; &quot;c&quot; \\| \\`d\\` \\*e\\* \\_f\\_. |',
  )
  expect(text.match(/^\|/gm)).toHaveLength(6)
  expect(text.match(/<details>/g)).toHaveLength(1)
  expect(text).toContain('````text\n09:00')
})

test('Markdown cuts a long transcript', () => {
  const card = cardOf(['failed'])
  const [check] = card.checks
  const evidence = Array.from({ length: 200 }, (_, i) => `line ${i}`).join('\n')
  Object.assign(check as object, { evidence })
  expect(card.toMarkdown()).toContain('line 119\n… 80 more lines\n')
})

test('the page has each check, opens the failures and loads nothing', () => {
  const html = cardOf().toHTML()
  expect(html).toMatch(/^<!doctype html>\s*<html lang="en">/)
  for (let i = 1; i <= 4; i += 1) expect(html).toMatch(new RegExp(`>check-${i}<`))
  expect(html.match(/<section\s+class="failure"/g)).toHaveLength(2)
  const scripts = /<script\b[^>]*>[^]*?<\/script>/g
  // Note: an address that begins with # is a place in the page.
  const loading = /\b(src|href)=(?!"#)|https?:|@import|url\(/
  expect(html.replaceAll(scripts, '')).not.toMatch(loading)
  const [data, script] = html.match(scripts) ?? []
  expect(data).toMatch(/^<script type="application\/json" /)
  expect(script).not.toMatch(/\bsrc=|https?:|@import|url\(/)
  expect(html).toContain(`content="default-src 'none';`)
  expect(html).not.toContain('a < b')
})

test('the words of the page are apart without a style sheet', () => {
  const text = cardOf()
    .toHTML()
    .replaceAll(/<[^>]*>/g, '')
  expect(text).toMatch(/passed check-1 \S/)
})

test('the same findings give the same bytes', () => {
  for (const format of ['toJUnit', 'toMarkdown', 'toHTML'] as const)
    expect(cardOf()[format]()).toBe(cardOf()[format]())
})

test('checks with the same reason are shown once, with the ids of all', () => {
  const card = cardOf(['failed', 'passed', 'failed'])
  expect(card.text).toContain('\n✗ check-1, check-3: The run shows')
  expect(card.text).toContain('The same reason in 2 checks. The run of check-1:')
  expect(card.text.match(/^ {2}The run: /gm)).toHaveLength(1)
})
