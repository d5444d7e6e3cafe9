/** Slugs: names as they stand in addresses. */

/** `Leadership & Coaching` as `leadership-coaching`. */
export function slugify(text: string | null): string {
  return (text ?? '')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

/** A slug that no other row has, because it carries the id. */
export const slugWithId = (text: string, id: number): string =>
  [slugify(text), id].filter((part) => part !== '').join('-')

interface Slugged {
  readonly slug: string
  readonly slug_history: readonly string[]
}

/** The slugs that a row had before this one, each once, the latest last. */
export const slugHistoryAfter = ({ slug, slug_history }: Slugged, next: string): string[] =>
  [...slug_history.filter((each) => each !== slug), slug].filter((each) => each !== next)

/** The slug of the account of a person; undefined where it is nobody's own. */
export const personalAccountSlug = (name: string, user_id: number | null | undefined) =>
  user_id ? `${slugify(name)}-${user_id}-personal` : undefined
