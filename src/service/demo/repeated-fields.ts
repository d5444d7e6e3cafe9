/** Fields that follow the id of their row, and names of the rows that a scaled world repeats. */
import * as d from '../../engine/define/define.ts'
import { slugWithId } from '../fields/slugs.ts'

/** Replaces the number of the original row in a text, with as many digits. */
const renumberedText = (text: string, { original, row }: d.NumberingContext): string =>
  text.replaceAll(/\d+/g, (digits) =>
    Number(digits) === original['id'] ? String(row['id']).padStart(digits.length, '0') : digits,
  )

/** A text that contains the number of its row, such as an address or a code. */
export const renumbered = (field: string) => (context: d.NumberingContext) => {
  const text = context.original[field] as string | null
  return text === null ? null : renumberedText(text, context)
}

export const numberedSlug = ({ row }: d.NumberingContext): string =>
  slugWithId(row['name'], row['id'])

interface CatalogNames {
  nameOf(number: number, locale: d.RepeatContext['locale']): string
  /** Numbers that differ by a multiple of this count have names with the same subject. */
  readonly cycle: number
}

/** Returns the number whose name a catalog record has in a block, with the subject of the original. */
export const repeatedNameNumber =
  (table: string, { nameOf, cycle }: CatalogNames) =>
  ({ original, block, idsPerBlock, locale }: d.RepeatContext): number => {
    let number = 1
    while (nameOf(number, locale) !== original['name']) number += 1
    return number + block * cycle * Math.ceil(idsPerBlock(table) / cycle)
  }
