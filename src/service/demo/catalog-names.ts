/** Names and texts of demo categories and courses, by subject area. */
import type { DemoLocale, DemoTexts } from './demo-texts.ts'
import { motifs, type SubjectArea } from '../pictures/motifs.ts'
import { allTexts, fill, textsIn } from './demo-texts.ts'
import { cycleName, numberedName } from './demo-names.ts'
import { capitalize } from './person-names.ts'

type Locale = DemoLocale | undefined
type AreaTexts = DemoTexts['catalog']['areas'][number]

const subjectAreas = Object.keys(motifs) as SubjectArea[]

/** Numbers that differ by a multiple of this count have the same subject area. */
export const courseNameCycle = subjectAreas.length

const areaIndex = (number: number): number => (number - 1) % courseNameCycle

const areaTexts = (number: number, locale: Locale): AreaTexts =>
  textsIn(locale).catalog.areas[areaIndex(number)] as AreaTexts

const isInArea = (category: string, { name }: AreaTexts): boolean =>
  `${category} `.startsWith(`${name} `)

/** Returns the subject area of a category by its name, in any language; undefined for another category. */
export function subjectAreaOf(category: string): SubjectArea | undefined {
  for (const { catalog } of allTexts) {
    const index = catalog.areas.findIndex((area) => isInArea(category, area))
    if (index >= 0) return subjectAreas[index]
  }
  return undefined
}

/** Returns the name of the subject area of the record with this number. */
export const subjectAreaFor = (number: number, locale: Locale): string =>
  areaTexts(number, locale).name

/** Returns the number of the parent category. The first category of each area has no parent. */
export const parentCategoryNumber = (number: number): number | null =>
  number > courseNameCycle ? areaIndex(number) + 1 : null

export function categoryName(number: number, locale: Locale): string {
  const round = Math.floor((number - 1) / courseNameCycle)
  const area = subjectAreaFor(number, locale)
  return round === 0 ? area : `${area} ${cycleName(round, textsIn(locale).catalog.suffixes)}`
}

/** Returns the name and level of a course. A name repeats only after all names have been used. */
export function demoCourseNameAndLevel(number: number, locale: Locale) {
  const { levels } = textsIn(locale).catalog
  const { subjects } = areaTexts(number, locale)
  const index = Math.floor((number - 1) / courseNameCycle)
  // Note: consecutive courses differ in area and in level.
  const { name, level } = levels[(index + number) % levels.length] as (typeof levels)[number]
  const round = Math.floor(index / (levels.length * subjects.length))
  const subject = subjects[index % subjects.length] as string
  return { name: numberedName(capitalize(fill(name, { subject })), round), level }
}

/** Returns the description of a course in a category, as HTML. `choice` selects its last sentence. */
export function demoCourseText(
  name: string,
  category: string,
  choice: number,
  locale: Locale,
): string {
  const { areas, closings, inFull } = textsIn(locale).catalog
  const area = areas.find((each) => isInArea(category, each))
  if (closings.length === 0 || !area) return `<p>${fill(inFull, { name })}</p>`
  return `<p>${area.about}</p><p>${closings[choice % closings.length] as string}</p>`
}
