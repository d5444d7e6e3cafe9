/** The addresses of pictures. A record without a picture of its own shows the address of one that the emulator draws. */
import * as d from '../../engine/define/define.ts'
import { subjectAreaOf } from '../demo/catalog-names.ts'
import { type PictureKind, picturePath } from '../pictures/picture-files.ts'
import type { PersonName } from './person-names.ts'

/** The stored address of a record without a picture of its own. */
const drawn = ''

interface Depicted {
  readonly id: number
  readonly name: string
}

/** A course or a program. */
interface DepictedOffer extends Depicted {
  readonly category_id: number
}

/** Returns the address of a picture: the stored one, or else the one that the emulator draws. */
export const userPicture = (
  tx: d.Tx,
  stored: string,
  { id, ...name }: PersonName & { readonly id: number },
): string => shown(tx, stored, 'users', id, initials([name.first_name, name.last_name]))

export const userPictureField = () =>
  d
    .string()
    .defaultsTo(drawn)
    .shownAs(undefined, (tx, stored, row: PersonName & { readonly id: number }) =>
      userPicture(tx, stored, row),
    )

export const categoryPictureField = () =>
  d
    .string()
    .defaultsTo(drawn)
    .shownAs(undefined, (tx, stored, { id, name }: Depicted) =>
      shown(tx, stored, 'categories', id, subjectOf(name, name)),
    )

/** Returns the address of the picture of a course or a program, with the motif of its category. */
export const offerPicture = (
  tx: d.Tx,
  stored: string,
  kind: PictureKind,
  { id, name, category_id }: DepictedOffer,
): string =>
  shown(tx, stored, kind, id, subjectOf(tx.find('categories', category_id)?.name ?? '', name))

export const offerPictureField = (kind: PictureKind) =>
  d
    .string()
    .defaultsTo(drawn)
    .shownAs('categories', (tx, stored, row: DepictedOffer) => offerPicture(tx, stored, kind, row))

const shown = (tx: d.Tx, stored: string, kind: PictureKind, id: number, subject: string): string =>
  stored === drawn ? tx.baseUrl + picturePath(kind, id, subject) : stored

/** Returns the subject area of a category, or the initials of the name that the picture stands for. */
const subjectOf = (category: string, name: string): string =>
  subjectAreaOf(category) ?? initials(name.split(/\s+/))

/** Returns the first letters of the first and the last word. */
function initials(words: readonly string[]): string {
  // Note: half of a surrogate pair cannot stand in an address.
  const letters = words.flatMap((word) => [...word.replaceAll(/\p{Cs}/gu, '')].slice(0, 1))
  return [letters[0], letters.length > 1 ? letters.at(-1) : undefined].join('').toUpperCase() || '?'
}
