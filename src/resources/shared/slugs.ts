/** Slugs: names in the form that URLs use. */

/** Converts `Leadership & Coaching` to `leadership-coaching`. */
export function slugify(text: string | null): string {
  return withoutAccents(text ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

const withoutAccents = (text: string): string =>
  /[^ -~]/.test(text) ? text.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '') : text

/** Returns a slug that is unique because it contains the id. */
export const slugWithId = (text: string, id: number): string =>
  [slugify(text), id].filter((part) => part !== '').join('-')

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
