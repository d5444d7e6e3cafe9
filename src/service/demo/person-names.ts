/** Surnames, email addresses and company names of demo records. */
import type { Faker } from '@faker-js/faker'
import * as d from '../../engine/define/define.ts'
import type { PersonName } from '../fields/person-names.ts'
import { slugify } from '../fields/slugs.ts'

/** Picks a surname and splits off its prefix: `van der` and `Ven`. */
export function demoSurname(faker: Faker, random: d.RandomStream) {
  const surname = random.pick(faker.definitions.person.last_name.generic ?? ['Jansen'])
  const [, prefix = null, last_name = surname] = /^(?:([a-z][a-z ]*) )?(.+)$/.exec(surname) ?? []
  return { middle_name: prefix, last_name }
}

export const demoCompanyName = (faker: Faker): string =>
  capitalize(faker.company.name().replace(' and ', ' & '))

const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** An email address. It contains the number of the row, so that each address is unique. */
export function demoEmail(
  { first_name, middle_name, last_name }: Partial<PersonName>,
  number: number,
  host = 'example.test',
): string {
  const surname = `${middle_name ?? ''} ${last_name ?? ''}`
  const parts = [slugify(first_name ?? ''), slugify(surname)].filter((part) => part !== '')
  return `${[...parts, number].join('.')}@${host}`
}
