/** The slug of a record in a request body. */
import * as d from '../../engine/define/define.ts'
import { slugify } from './slugs.ts'
import { refusesOtherCharacters } from '../behaviours/shared.ts'

const slugPattern = /^[a-z0-9-]+$/

/** The body field: a slug of `a-z`, `0-9` and `-`. */
export const slugBody = () =>
  d
    .string()
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
