/** The slug of a record in a request body. */
import { assumed, string } from '../../define/define.ts'
import { slugify } from './slugs.ts'

const refusesOtherCharacters = assumed(
  'slug.characters',
  'a slug with other characters than a-z, 0-9 and - is refused with 422',
  {
    reason: 'the slug is a part of URLs',
    alternatives: { alternative: 'a slug with other characters is converted to a-z, 0-9 and -' },
  },
)

const slugPattern = /^[a-z0-9-]+$/

/** The body field: a slug of `a-z`, `0-9` and `-`. */
export const slugBody = () =>
  string()
    .refine((tx, slug) => {
      if (slugPattern.test(slug)) return {}
      const isAccepted = !tx.assumes(refusesOtherCharacters) && slugify(slug) !== ''
      return isAccepted ? {} : { '': 'must consist of a-z, 0-9 and -' }
    })
    .example(() => 'example-slug')

/** Returns the body with the stored form of its slug. */
export const withStoredSlug = <B extends { readonly slug?: string }>(body: B): B =>
  body.slug === undefined || slugPattern.test(body.slug)
    ? body
    : { ...body, slug: slugify(body.slug) }
