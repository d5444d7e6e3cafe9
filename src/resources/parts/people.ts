/** How believable people and places are made. */
import type { Faker } from '@faker-js/faker'
import { slugify } from './slug.ts'

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
