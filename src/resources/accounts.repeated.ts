/** The accounts of a scaled world: named after their owner, or after another company of each block. */
import type { RepeatContext, RepeatedFields } from '../define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { fullName } from './shared/person-names.ts'
import { personalAccountSlug, slugify, slugWithId } from './shared/slugs.ts'
import { repeatedSurname } from './users.repeated.ts'

const ownerOf = ({ row, find }: RepeatContext) =>
  find('users', row['personal_user_id']) as Rows['users'] | undefined

/** The first word of a name, unless it is a prefix such as "Van". */
const firstWord = /^(?!(?:van|de|den|der|ter|ten)\b)[\w'-]+/iu

/** Replaces the first surname in the name of a company. */
export const repeatedCompanyName = (context: RepeatContext, name: string): string =>
  context.block === 0 ? name : name.replace(firstWord, () => repeatedSurname(context)['last_name'])

export const repeatedAccountFields: RepeatedFields = {
  name(context) {
    const owner = ownerOf(context)
    return owner ? fullName(owner) : repeatedCompanyName(context, context.original['name'])
  },
  email: (context) =>
    ownerOf(context)?.email ?? `billing@${slugify(context.row['name'])}.example.test`,
  address: ({ row, original }) =>
    original['address'] && { ...original['address'], addressee: row['name'] },
  slug({ row, original }) {
    const { name, personal_user_id, slug } = original
    return slug === personalAccountSlug(name, personal_user_id)
      ? personalAccountSlug(row['name'], row['personal_user_id'])
      : slugWithId(row['name'], row['id'])
  },
}
