/** How believable people and places are made. */
import type { Faker } from '@faker-js/faker'
import type { Rows } from '../rows.ts'
import { slugify } from './slug.ts'

/** The whole name, as people say it. */
export const fullName = ({ first_name, middle_name, last_name }: Named): string =>
  [first_name, middle_name, last_name].filter(Boolean).join(' ')

type Named = Pick<Rows['users'], 'first_name' | 'middle_name' | 'last_name'>

/** An address of mail that no two people share, because it carries the number of the row. */
export function mailFor(
  first: string | null,
  last: string | null,
  number: number,
  host = 'example.test',
): string {
  const name = [first, last].map(slugify).filter((part) => part !== '')
  return `${[...name, number].join('.')}@${host}`
}

export function addressFrom(faker: Faker, addressee: string | null = null): object {
  return {
    addressee,
    address: faker.location.streetAddress(),
    address_line2: null,
    postal_code: faker.location.zipCode('#### ??').toUpperCase(),
    city: faker.location.city(),
    country: 'NL',
    state_province: null,
  }
}
