/** Slugs: names in the form that URLs use. */
import * as d from '../../engine/define/define.ts'

/** Converts `Leadership & Coaching` to `leadership-coaching`. */
export function slugify(text: string | null): string {
  return withoutAccents(text ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

const withoutAccents = (text: string): string =>
  /[^ -~]/.test(text) ? text.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '') : text

/** Returns a slug with the id, which makes it unique if no request body can set slugs of the table. */
export const slugWithId = (text: string, id: number): string =>
  [slugify(text), id].filter((part) => part !== '').join('-')

/** Returns the first of `name-id`, `name-id-2`, `name-id-3`, … that no row of the table has as its slug. */
export function freeSlug(
  tx: d.Tx,
  table: 'categories' | 'programs',
  { name, id }: { readonly name: string; readonly id: number },
): string {
  const first = slugWithId(name, id)
  let slug = first
  for (let i = 2; tx.count(table, { slug }) > 0; i += 1) slug = `${first}-${i}`
  return slug
}

interface Slugged {
  readonly slug: string
  readonly slug_history: readonly string[]
}

/** Returns the former slugs of a row, each once, in the order of use. */
export const slugHistoryAfter = ({ slug, slug_history }: Slugged, next: string): string[] =>
  [...slug_history.filter((each) => each !== slug), slug].filter((each) => each !== next)

/** Returns the slug of a personal account, or undefined for an account without a user. */
export const personalAccountSlug = (name: string, user_id: number | null | undefined) =>
  user_id ? `${slugify(name)}-${user_id}-personal` : undefined
