/** How believable people are made. */
import type { Faker } from '@faker-js/faker'
import type { Rows } from '../../generated/rows.ts'
import { slugify } from './slugs.ts'

/** The whole name, as people say it. */
export const fullName = ({ first_name, middle_name, last_name }: Named): string =>
  [first_name, middle_name, last_name].filter(Boolean).join(' ')

type Named = Pick<Rows['users'], 'first_name' | 'middle_name' | 'last_name'>

interface Chance {
  pick<T>(values: readonly T[]): T
}

/** A surname of the language, with the words before it by themselves: `van der` and `Ven`. */
export function surnameFrom(faker: Faker, chance: Chance) {
  const whole = chance.pick(faker.definitions.person.last_name.generic ?? ['Jansen'])
  const [, before = null, last_name = whole] = /^(?:([a-z][a-z ]*) )?(.+)$/.exec(whole) ?? []
  return { middle_name: before, last_name }
}

/** The name of a firm, as it stands on its door. */
export const firmFrom = (faker: Faker): string =>
  capitalized(faker.company.name().replace(' and ', ' & '))

export const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** An address of mail that no two people share, because it carries the number of the row. */
export function mailFor(
  { first_name, middle_name, last_name }: Partial<Named>,
  number: number,
  host = 'example.test',
): string {
  const surname = `${middle_name ?? ''} ${last_name ?? ''}`
  const parts = [slugify(first_name ?? ''), slugify(surname)].filter((part) => part !== '')
  return `${[...parts, number].join('.')}@${host}`
}
