/** Field recipes for the rows that a scaled world repeats. */
import * as d from '../../engine/define/define.ts'
import { slugWithId } from '../fields/slugs.ts'

/** Replaces the number of the original row in a text, with as many digits. */
const renumberedText = (text: string, { original, row }: d.RepeatContext): string =>
  text.replaceAll(/\d+/g, (digits) =>
    Number(digits) === original['id'] ? String(row['id']).padStart(digits.length, '0') : digits,
  )

/** A text that contains the number of its row, such as an address or a code. */
export const renumbered = (field: string) => (context: d.RepeatContext) => {
  const text = context.original[field] as string | null
  return text === null ? null : renumberedText(text, context)
}

/** A position in a list of all rows. */
export const repeatedPosition =
  (table: string) =>
  ({ original, block, idsPerBlock }: d.RepeatContext): number =>
    original['position'] + block * idsPerBlock(table)

export const repeatedSlug = ({ row }: d.RepeatContext): string => slugWithId(row['name'], row['id'])

/**
 * Returns the number that a name of the catalog is derived from. Numbers that differ by a multiple of
 * `cycle` have the same subject.
 */
export const repeatedNameNumber = (
  { original, block, idsPerBlock }: d.RepeatContext,
  table: string,
  cycle: number,
): number => original['id'] + block * cycle * Math.ceil(idsPerBlock(table) / cycle)
