/** Generates addresses and phone numbers in the towns of a country. */
import * as d from '../../engine/define/define.ts'
import type { DemoLocale } from './demo-texts.ts'
import { fill, textsIn } from './demo-texts.ts'

interface Town {
  readonly name: string
  /** The form of a postal code: `##` is a number from 11 to 99, `?` a letter. */
  readonly postalCode: string
  /** The form of a phone number after the country code: `#` is a digit. */
  readonly phone: string
}

const townsByLocale = new Map<DemoLocale | undefined, readonly Town[]>()

function townsIn(locale: DemoLocale | undefined): readonly Town[] {
  let towns = townsByLocale.get(locale)
  if (!towns) {
    towns = textsIn(locale).places.towns.map(([name = '', postalCode = '', phone = '']) => ({
      name,
      postalCode,
      phone,
    }))
    townsByLocale.set(locale, towns)
  }
  return towns
}

export const townNames = (locale: DemoLocale | undefined): readonly string[] =>
  townsIn(locale).map(({ name }) => name)

/** Returns the town with this name, or the first town if the name is unknown. */
function findTown(name: string, locale: DemoLocale | undefined): Town {
  const towns = townsIn(locale)
  return towns.find((town) => town.name === name) ?? (towns[0] as Town)
}

const letters = [...'ABCDEFGHJKLMNPRTVWXZ']

type PlaceContext = Pick<d.RecipeContext, 'random' | 'locale'>

/** Generates an address in the town, or in a random town. */
export function demoAddress(
  { random, locale }: PlaceContext,
  addressee: string | null = null,
  town: string = random.pick(townsIn(locale)).name,
) {
  const { address, country, streets } = textsIn(locale).places
  return {
    addressee,
    address: fill(address, { street: random.pick(streets), number: random.integer(1, 180) }),
    address_line2: null,
    postal_code: findTown(town, locale).postalCode.replaceAll(/##|\?/g, (part) =>
      part === '?' ? random.pick(letters) : String(random.integer(11, 99)),
    ),
    city: town,
    country,
    state_province: null,
  }
}

/** Generates a phone number in the town. */
export function demoPhone({ random, locale }: PlaceContext, town: string): string {
  const { phone } = findTown(town, locale)
  const subscriber = phone.replace(/#+/, ({ length }) =>
    String(random.integer(2 * 10 ** (length - 1), 10 ** length - 1)),
  )
  return textsIn(locale).places.phonePrefix + subscriber
}
