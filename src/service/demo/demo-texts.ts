/** The texts of demo data in the language of an emulator. */
import de from '../../../fixtures/worlds/de.json' with { type: 'json' }
import en from '../../../fixtures/worlds/en.json' with { type: 'json' }
import nl from '../../../fixtures/worlds/nl.json' with { type: 'json' }

/** The texts and the people of demo data in one language. */
export type DemoTexts = typeof en

/** The language of generated records. */
export type DemoLocale = 'de' | 'en' | 'nl'

/** The texts of each language. The compiler lists the texts that a language lacks. */
export const demoTexts: Readonly<Record<DemoLocale, DemoTexts>> = { de, en, nl }

/** Without a language: English texts, without descriptions of courses, and Dutch people in Dutch towns. */
const mixedTexts: DemoTexts = {
  ...en,
  people: nl.people,
  companies: nl.companies,
  places: nl.places,
  catalog: { ...en.catalog, closings: [] },
}

export const textsIn = (locale: DemoLocale | undefined): DemoTexts =>
  locale === undefined ? mixedTexts : demoTexts[locale]

export const allTexts: readonly DemoTexts[] = Object.values(demoTexts)

/** Replaces each `{name}` in a text by the value with this name. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]))

/**
 * Returns the name of the record with this number, from 1. The last name of the list contains `{n}`, and names the
 * records after the others.
 */
export const nameAt = (names: readonly string[], number: number): string =>
  number < names.length
    ? (names[number - 1] as string)
    : fill(names.at(-1) as string, { n: number })
