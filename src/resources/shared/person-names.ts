/** How believable people are made. */
import type { Faker } from '@faker-js/faker'
import type { Rows } from '../../generated/rows.ts'
import { slugify } from './slugs.ts'

/** The whole name, as people say it. */
export const fullName = ({ first_name, middle_name, last_name }: PersonName): string =>
  [first_name, middle_name, last_name].filter(Boolean).join(' ')

type PersonName = Pick<Rows['users'], 'first_name' | 'middle_name' | 'last_name'>

interface RandomSource {
  pick<T>(values: readonly T[]): T
}

/** A surname of the language, with the words before it by themselves: `van der` and `Ven`. */
export function demoSurname(faker: Faker, chance: RandomSource) {
  const surname = chance.pick(faker.definitions.person.last_name.generic ?? ['Jansen'])
  const [, prefix = null, last_name = surname] = /^(?:([a-z][a-z ]*) )?(.+)$/.exec(surname) ?? []
  return { middle_name: prefix, last_name }
}

/** The name of a firm, as it stands on its door. */
export const demoCompanyName = (faker: Faker): string =>
  capitalize(faker.company.name().replace(' and ', ' & '))

export const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** An address of mail that no two people share, because it carries the number of the row. */
export function demoEmail(
  { first_name, middle_name, last_name }: Partial<PersonName>,
  number: number,
  host = 'example.test',
): string {
  const surname = `${middle_name ?? ''} ${last_name ?? ''}`
  const parts = [slugify(first_name ?? ''), slugify(surname)].filter((part) => part !== '')
  return `${[...parts, number].join('.')}@${host}`
}
