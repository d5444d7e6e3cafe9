/** The course administration API as one value, for the engine. */
import {
  type AmountsProblem,
  defineService,
  type ServiceDefinition,
} from '../engine/emulator/service-definition.ts'
import { assumptionPresets } from './assumption-presets.ts'
import { descriptions } from './descriptions/descriptions.ts'
import { flagNames } from './flags.ts'
import { isWorkday } from './demo/workdays.ts'
import { type DemoLocale, demoTexts } from './demo/demo-texts.ts'
import { documentedFacts, documentedOperations } from './generated/grade-table.ts'
import { nameAliases, scopeAliases } from './name-aliases.ts'
import { pictureFiles } from './pictures/picture-files.ts'
import { resources } from './resources/resource-list.ts'
import type { Tenant } from './tenant.ts'
import { shippedWorldFile } from './demo/shipped-world.ts'
import { worlds } from './demo/worlds.ts'

let shared: ServiceDefinition | undefined

/** The definition of the service. The first call creates it. */
export const courseAdministration = (): ServiceDefinition =>
  (shared ??= defineService(resources, {
    title: 'Course administration, admin API',
    tenant: {
      table: 'educators',
      payload: { educator: 'slug', tenant_id: 'tenant_id' } satisfies Record<keyof Tenant, string>,
    },
    aliases: nameAliases,
    scopeAliases,
    assumptionPresets,
    examples: {
      resource: 'users',
      values: { first_name: 'Mia' },
      operation: 'get_users',
      path: '/users',
      scope: 'courses:read',
    },
    flagNames,
    documented: { facts: documentedFacts, operations: documentedOperations },
    descriptions,
    worlds,
    locales: Object.keys(demoTexts) as DemoLocale[],
    worldDefault: shippedWorldFile.world,
    shippedWorld: { ...shippedWorldFile, isWorkday },
    files: pictureFiles,
    problemOfAmounts,
  }))

/** Refuses more enrollments than there are pairs of a student and a course: a student has one place. */
function problemOfAmounts({
  users = 0,
  planned_courses = 0,
  enrollments = 0,
}: Readonly<Record<string, number>>): AmountsProblem | undefined {
  const places = users * planned_courses
  if (enrollments <= places) return undefined
  return {
    reason: `${users} users have ${places} places in ${planned_courses} planned courses, fewer than ${enrollments} enrollments`,
    advice: 'Give more users, more planned_courses or fewer enrollments.',
  }
}
