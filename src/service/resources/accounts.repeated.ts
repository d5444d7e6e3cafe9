/** The accounts of a scaled world: named after their owner, or after another company of each block. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { repeatedCompanyName } from '../demo/repeated-names.ts'
import { fullName } from '../fields/person-names.ts'
import { personalAccountSlug, slugify, slugWithId } from '../fields/slugs.ts'

const ownerOf = ({ row, find }: d.NumberingContext) =>
  find('users', row['personal_user_id']) as Rows['users'] | undefined

export const repeatedAccountFields: d.RepeatedFields = {
  name(context) {
    const owner = ownerOf(context)
    return owner ? fullName(owner) : repeatedCompanyName(context, context.original['name'])
  },
  address: ({ row, original }) =>
    original['address'] && { ...original['address'], addressee: row['name'] },
}

export const numberedAccountFields: d.NumberedFields = {
  email: (context) =>
    ownerOf(context)?.email ?? `billing@${slugify(context.row['name'])}.example.test`,
  slug({ row, original }) {
    const { name, personal_user_id, slug } = original
    return slug === personalAccountSlug(name, personal_user_id)
      ? personalAccountSlug(row['name'], row['personal_user_id'])
      : slugWithId(row['name'], row['id'])
  },
}
