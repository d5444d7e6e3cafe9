/** Laws of the languages of demo data: only texts, people and places differ. */
import { faker as dutch } from '@faker-js/faker/locale/nl'
import { createEmulator, type Emulator, EmulatorError } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import { createRandom } from '../../src/engine/store/random.ts'
import {
  demoCompanyName,
  demoFirstName,
  demoFullName,
} from '../../src/service/demo/person-names.ts'
import { demoTexts } from '../../src/service/demo/demo-texts.ts'
import { resources } from '../../src/service/resources/resource-list.ts'

const locales = ['nl', 'en', 'de'] as const
const seeds = [1, 2, 3, 4, 5, 6, 7, 8]
const tables = resources.map(({ name }) => name)

type Cell = readonly [place: string, value: unknown]

/** The texts in the stored rows of a table, each with its place: table, field and position. */
function cellsOf(emulator: Emulator, table: string): Cell[] {
  const cells: Cell[] = []
  const add = (place: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) return void cells.push([place, value])
    for (const [name, part] of Object.entries(value))
      add(`${place}.${Array.isArray(value) ? '' : name}`, part)
  }
  for (const row of contextOf(emulator).store.scan(table)) add(table, row)
  return cells
}

/** The fields whose texts depend on the language. Every other value is the same in each language. */
const localizedFields = [
  /^users\.(first_name|middle_name|last_name|email|slug)$/,
  /\.(address|invoice_address)\.(addressee|address|postal_code|city|country)$/,
  /^(accounts|leads)\.(name|email|phone|slug|first_name|middle_name|last_name|company_name|title)$/,
  /^leads\.referral_text$/,
  /^authentications\.uid$/,
  /^(teachers|courses|programs|categories|organizations|custom_objects|custom_associations)\.slug$/,
  /^signup_questions\.(slug|title|choices\.)$/,
  /\.(name|title|comment|content|note|description|duration|level|customer_comment|footnote)$/,
  /^courses\.(code|course_tab_contents\.\.content)$/,
  /^categories\.slug$/,
  /^custom_objects\.(name_singular|name_plural)$/,
  /^custom_field_options\.value$/,
  /^custom_records\.(display_name|properties\.brand)$/,
  /\.custom\.(dietary_wishes|languages\.|room_setup)$/,
  /^credit_categories\.types\.\.name$/,
  /^discount_codes\.discount_code$/,
  /^orders\.discount_code$/,
  /^invoices\.account_name$/,
  /^educators\.(name|locale|country|phone|standard_planning_text|signup_contact_info)$/,
  /^theses\.(subtitle|keywords\.|abstract|authors\.|supervisors\.)$/,
  /^webhook_notifications\.(body|attempts\.\.headers\.webhook-signature)$/,
]

const isLocalized = (place: string): boolean => localizedFields.some((field) => field.test(place))

describe.each(['small-school', 'demo', 'training-company'] as const)('the world %s', (world) => {
  const worldSeeds = seeds.slice(0, { 'small-school': 8, demo: 2, 'training-company': 1 }[world])

  test.each(worldSeeds)('differs between languages in texts only, with seed %i', (seed) => {
    const [first, ...others] = locales.map((locale) => createEmulator({ world, seed, locale }))
    for (const table of tables) {
      const cells = cellsOf(first as Emulator, table)
      const fixed = cells.filter(([place]) => !isLocalized(place))
      for (const other of others) {
        const its = cellsOf(other, table)
        expect(its.filter(([place]) => !isLocalized(place))).toEqual(fixed)
        if (!cells.some(([place]) => /\.keywords\.|\.address\./.test(place)))
          expect(its.map(([place]) => place)).toEqual(cells.map(([place]) => place))
      }
    }
  })
})

/** Texts that are the same in several languages: proper names, and words that one language took from another. */
const sharedTexts = [
  /^(Bachelor|Master|Diploma|Accountancy|Psychologie|Beamer|Vegetarisch|Branche|Weekend|Lunch|in reserve)$/,
  /^(Recht|Variant \{n\}|Register \{n\}|Havenbank|\{level\} \{subject\})?$/,
  /^(Volkswagen|Ford|Toyota|Renault|Opel|ThinkPad|MacBook|Latitude|EliteBook) /,
]

const isShared = (text: string): boolean => sharedTexts.some((pattern) => pattern.test(text))

test('each text differs between languages, unless it is listed', () => {
  const textsOf = (part: unknown): string[] =>
    typeof part === 'string' ? [part] : Object.values((part ?? {}) as object).flatMap(textsOf)
  const [nl, en, de] = locales.map((locale) => {
    const { people: _, companies: __, places: ___, ...texts } = demoTexts[locale]
    return textsOf(texts)
  }) as [string[], string[], string[]]
  expect([nl.length, de.length]).toEqual([en.length, en.length])
  const same = nl.filter((text, i) => text === en[i] || text === de[i] || de[i] === en[i])
  expect(same.filter((text) => !isShared(text))).toEqual([])
})

test('recipes contain no text: those of a world and of `given` are in the language', () => {
  const [nl, en] = (['nl', 'en'] as const).map((locale) => {
    const emulator = createEmulator({ world: 'small-school', locale })
    emulator.given('emails')
    return tables.flatMap((table) => cellsOf(emulator, table))
  }) as [Cell[], Cell[]]
  // Note: two people, companies or towns may have the same name by chance, and the rest is made of names.
  const isName = (place: string): boolean =>
    /^(users|accounts|leads|organizations)\.|address|slug|uid|supervisors|authors|country|number|code/.test(
      place,
    )
  const same = nl.filter(([place, value], i) => {
    const isText = typeof value === 'string' && isLocalized(place) && !isName(place)
    return isText && value === en[i]?.[1] && !isShared(value)
  })
  expect(same).toEqual([])
})

test('people, addresses and phone numbers are those of the country', () => {
  const countries = { nl: ['NL', '+31'], en: ['IE', '+353'], de: ['DE', '+49'] } as const
  const postalCodes = { nl: /^\d{4} [A-Z]{2}$/, en: /^[A-Z]\d{2} [A-Z]\d\d[A-Z]$/, de: /^\d{5}$/ }
  for (const locale of locales) {
    const emulator = createEmulator({ world: 'demo', locale })
    const [country, prefix] = countries[locale]
    const { people, places } = demoTexts[locale]
    const accounts = emulator.rows('accounts')
    expect(accounts.length).toBeGreaterThan(8)
    for (const { address, phone } of accounts) {
      expect([address?.country, phone?.startsWith(prefix)]).toEqual([country, true])
      expect(address?.postal_code).toMatch(postalCodes[locale])
      expect(places.towns.map(([name]) => name)).toContain(address?.city)
    }
    const { firstNames, lastNames } = people
    const known = new Set(Object.values(firstNames).flat())
    for (const { first_name, middle_name, last_name } of emulator.rows('users')) {
      expect(known).toContain(first_name)
      expect(lastNames).toContain([middle_name, last_name].filter(Boolean).join(' '))
    }
    expect(emulator.row('educators', 1)).toMatchObject({ locale, country, currency: 'EUR' })
  }
})

test('records of `given` have the language, also in a fork, after a reset and in a saved world', () => {
  const emulator = createEmulator({ world: 'demo', locale: 'nl' })
  const later = createEmulator({ load: emulator.save() })
  const names = [emulator, emulator.fork(), later].map(({ given }) => [
    given('courses').name,
    given('users').first_name,
    given('comments').content,
  ])
  expect(names[0]?.[0]).toMatch(/^[A-Z]/)
  expect(Object.values(demoTexts.nl.people.firstNames).flat()).toContain(names[0]?.[1])
  expect(names[0]?.[2]).toMatch(/ is op \w+dag /)
  expect(names).toEqual([names[0], names[0], names[0]])
  emulator.reset()
  expect(emulator.given('courses').name).toBe(names[0]?.[0])
})

test('without a language, the texts are English and the people Dutch', () => {
  const { given } = createEmulator({ world: 'small-school' })
  expect(given('courses').name).toBe('Refresher in Wound Care')
  expect(given('accounts').address).toMatchObject({ country: 'NL' })
  expect(given('comments').content).toMatch(/ was .* on \w+day\.$/)
})

test('a world has a language, which the option replaces', () => {
  const world = { name: 'own', about: '', size: 'small', locale: 'de' } as const
  const nameOf = (options: object): string =>
    createEmulator({ ...options }).row('categories', 1)?.name as string
  expect(nameOf({ world })).toBe('Führung')
  expect(nameOf({ world, locale: 'nl' })).toBe('Leiderschap')
  expect(nameOf({ world: 'demo' })).toBe('Leadership')
})

test.each([
  [{ locale: 'fr' }, 'Could not create an emulator: there is no locale "fr".'],
  [{ locale: 'nI' }, 'Known are: de, en, nl.'],
  [
    { world: { name: 'a', about: '', size: 'none', locale: 'x' } },
    'Could not create the world "a"',
  ],
])('%j is refused', (options, message) => {
  const create = (): Emulator => createEmulator(options as never)
  expect(create).toThrow(EmulatorError)
  expect(create).toThrow(message)
})

test('a saved world contains its language', () => {
  const load = createEmulator({ world: 'empty', locale: 'de' }).save()
  expect(() => createEmulator({ load, locale: 'nl' })).toThrow('it contains its own locale')
  const damaged = load.replace('"locale":"de"', '"locale":"xx"')
  expect(() => createEmulator({ load: damaged })).toThrow('its languages are not valid')
})

test('the Dutch names are picked as faker picks them', () => {
  const random = createRandom(7)
  let current = random.stream('none')
  const faker = new (dutch.constructor as typeof import('@faker-js/faker').Faker)({
    locale: dutch.rawDefinitions,
    randomizer: { next: () => current.next(), seed: () => undefined },
  })
  for (let i = 0; i < 2_000; i += 1) {
    const own = () => ({ random: random.stream('names', i), locale: 'nl' }) as const
    const withFaker = <T>(pick: () => T): T => {
      current = random.stream('names', i)
      return pick()
    }
    expect(demoFirstName(own())).toBe(withFaker(() => faker.person.firstName()))
    expect(demoFullName(own())).toBe(
      withFaker(() => `${faker.person.firstName()} ${faker.person.lastName()}`),
    )
    const company = withFaker(() => faker.company.name()).replace(' and ', ' & ')
    expect(demoCompanyName(own()).toLowerCase()).toBe(company.toLowerCase())
  }
})
