/** Names of people and companies, and email addresses of demo records. */
import * as d from '../../engine/define/define.ts'
import type { PersonName } from '../fields/person-names.ts'
import { slugify } from '../fields/slugs.ts'
import { textsIn } from './demo-texts.ts'

type NameContext = Pick<d.RecipeContext, 'random' | 'locale'>

/** Picks a female or a male name, or sometimes one that both have: lists count by the root of their length. */
export function demoFirstName({ random, locale }: NameContext): string {
  const { female, male, any } = textsIn(locale).people.firstNames
  const own = random.pick([female, male])
  const [ownWeight, anyWeight] = [3 * Math.sqrt(own.length), Math.sqrt(any.length)]
  return random.pick(random.next() * (ownWeight + anyWeight) < ownWeight ? own : any)
}

const demoLastName = ({ random, locale }: NameContext): string =>
  random.pick(textsIn(locale).people.lastNames)

/** Picks a surname and splits off its prefix: `van der` and `Ven`. */
export function demoSurname(context: NameContext) {
  const surname = demoLastName(context)
  const [, prefix = null, last_name = surname] = /^(?:([a-z][a-z ]*) )?(.+)$/.exec(surname) ?? []
  return { middle_name: prefix, last_name }
}

export const demoFullName = (context: NameContext): string =>
  `${demoFirstName(context)} ${demoLastNameOfText(context)}`

/** Picks a surname of a longer text. */
// Note: worlds with the same seed keep the names that they had when two more numbers were drawn for each surname.
function demoLastNameOfText(context: NameContext): string {
  context.random.next()
  context.random.next()
  return demoLastName(context)
}

export function demoCompanyName(context: NameContext): string {
  const { patterns, forms } = textsIn(context.locale).companies
  const name = context.random
    .pick(patterns)
    .replaceAll(/\{(name|form)\}/g, (_, part) =>
      part === 'name' ? demoLastNameOfText(context) : context.random.pick(forms),
    )
  return capitalize(name)
}

export const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

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
