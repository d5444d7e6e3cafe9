/** A correct mirror for each resource that has a list, single reads and events. */
import { expect } from 'vitest'
import { checkIntegration } from '../../src/check.ts'
import { eventNamesOf } from '../../src/engine/define/resource-events.ts'
import type { Resource } from '../../src/engine/define/resource.ts'
import { ownResources } from '../../src/conformance/run/service-act.ts'
import type { Connect } from '../../src/scenarios.ts'
import { courseAdministration } from '../../src/service/course-administration.ts'
import { recordMirror } from './check/correct/record-mirror.ts'

const { catalog } = courseAdministration()

/** Fields that no event of their resource tells of: enrollments and lessons change the roles of a user. */
const untold: Readonly<Record<string, readonly string[]>> = { users: ['roles'] }

/** What the names of its events begin with. */
function eventOf({ events }: Resource): string | undefined {
  return eventNamesOf(events ?? {})[0]?.split('.')[0]
}

/** The mirrors keep every field, also the times at which the service changed a record. */
export const correctMirrors: readonly (readonly [resource: string, Connect])[] = [
  ...catalog.resources.values(),
].flatMap((resource) => {
  const { name, shape, operations } = resource
  const paths = Object.values(operations).map(({ method, path }) => `${method} ${path}`)
  const list = paths.find((path) => /^GET \/[a-z_/]+$/.test(path))
  const event = eventOf(resource)
  const isRead = paths.some((path) => path.startsWith(`${list}/{`) && path.endsWith('}'))
  if (ownResources.has(name) || list === undefined || event === undefined || !isRead) return []
  const fields = Object.keys(shape).filter((field) => !untold[name]?.includes(field))
  return [[name, recordMirror({ path: list.slice('GET /'.length), event, fields })] as const]
})

/** What a card is about, if it is not the mirrored resource: the records behind it, or the enrollments of every card. */
const subjects: Readonly<Record<string, string | undefined>> = {
  catalog_products: 'courses',
  catalog_variants: 'planned_courses',
  enrollments: undefined,
}

/** Expects a card about the resource, with no alarm and few skipped checks. */
export async function expectPassedCard(resource: string, connect: Connect): Promise<void> {
  const { checks, subject } = await checkIntegration(connect)
  expect(subject).toBe(resource in subjects ? subjects[resource] : resource)
  const found = checks.filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive')
  expect(found.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([])
  const passed = checks.filter(({ verdict }) => verdict === 'passed')
  expect(passed.length).toBeGreaterThan(35)
}
