/** Names of persons and companies, and email addresses, of demo records. */
import * as d from '../../engine/define/define.ts'
import type { PersonName } from '../fields/person-names.ts'
import { slugify } from '../fields/slugs.ts'
import { femaleNames, maleNames, neutralNames, surnames } from './name-lists.ts'

/** Picks a name of one of the two long lists, and sometimes a neutral one. */
export function demoFirstName(random: d.RandomStream): string {
  const names = random.pick([femaleNames, maleNames])
  const [share, neutralShare] = [3 * Math.sqrt(names.length), Math.sqrt(neutralNames.length)]
  return random.pick(random.next() * (share + neutralShare) < share ? names : neutralNames)
}

/** Picks a surname with its prefix: `van der Ven`. */
export function demoFullSurname(random: d.RandomStream): string {
  // Note: the names of a seed stay the same if these two numbers are drawn.
  random.next()
  random.next()
  return random.pick(surnames)
}

/** Picks a surname and splits off its prefix: `van der` and `Ven`. */
export function demoSurname(random: d.RandomStream) {
  const surname = random.pick(surnames)
  const [, prefix = null, last_name = surname] = /^(?:([a-z][a-z ]*) )?(.+)$/.exec(surname) ?? []
  return { middle_name: prefix, last_name }
}

const legalForms = ['BV', 'Bedrijf', 'Combinatie', 'Groep', 'NV', 'V.O.F.', 'en Zonen']

export function demoCompanyName(random: d.RandomStream): string {
  const surname = (): string => demoFullSurname(random)
  const make = random.pick([
    () => `${surname()} - ${surname()}`,
    () => `${surname()} ${random.pick(legalForms)}`,
    () => `${surname()}, ${surname()} & ${surname()}`,
  ])
  return capitalize(make())
}

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
