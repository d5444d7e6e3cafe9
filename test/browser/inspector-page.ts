/** Shared parts of the inspector tests: sample entries, the list of views and an accessibility check. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { EmulatorServer } from 'course-admin-emulator/server'
import type { Page } from 'playwright-core'

/** Records sample entries: an answered and a refused request, an act, a delivery and its retry. */
export async function runSampleStory({ emulator, baseUrl }: EmulatorServer): Promise<void> {
  emulator.receiver({ url: 'https://app.test/hooks', answer: 503 })
  for (const path of ['/users/1', '/nowhere']) {
    await fetch(baseUrl + path, { headers: emulator.headers })
  }
  emulator.act.deleteUser({ user: 4 })
  await emulator.advance('6m')
}

export const views = [
  'timeline/3',
  'journal/2',
  'tables/users/1',
  'webhooks',
  'acts',
  'faults',
  'usage',
  'scenarios',
  'explorations',
  'settings',
  'assumptions',
  'snapshots',
] as const

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string }[]
}

/** Returns the accessibility violations above the impact `minor`, with their elements. */
export async function seriousViolations(page: Page): Promise<unknown[]> {
  // Note: a page that shows several views has it already.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  const found = await page.evaluate(async () => {
    const { violations } = await (
      globalThis as never as { axe: { run(): Promise<never> } }
    ).axe.run()
    return violations as Violation[]
  })
  const serious = found.filter(({ impact }) => impact !== 'minor')
  return serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}
