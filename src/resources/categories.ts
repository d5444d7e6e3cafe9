import {
  amounts,
  boolean,
  identity,
  integer,
  lifecycle,
  presence,
  ref,
  resource,
  stamps,
  string,
} from '../define/define.ts'
import { outerShelf, shelfName } from './demo/catalog-names.ts'
import { avatarUrl } from './shared/tenant-urls.ts'
import { slugWithId } from './shared/slugs.ts'
import type { Rows } from '../generated/rows.ts'

type CategoryRow = Rows['categories']

/** A shelf of the catalog; shelves may stand in shelves. */
export const Category = {
  ...identity,
  name: string(),
  position: integer().initially((tx) => tx.count('categories') + 1),
  avatar: string().initially('category.png'),
  avatar_url: string().initially((_, row: CategoryRow) => avatarUrl('categories', row.id)),
  slug: string()
    .unique()
    .initially((_, row: CategoryRow) => slugWithId(row.name, row.id)),
  description: string().nullable(),
  is_published: boolean().initially(false),
  meta_title: string().nullable().deprecated(),
  meta_description: string().nullable().deprecated(),
  parent_id: ref('categories').nullable(),
  ...stamps,
  products_count: integer()
    .deprecated()
    .computed(
      (tx, { id }: CategoryRow) =>
        tx.count('courses', { category_id: id }) + tx.count('programs', { category_id: id }),
    ),
  courses_count: integer()
    .deprecated()
    .computed((tx, { id }: CategoryRow) => tx.count('courses', { category_id: id })),
  children_count: integer()
    .deprecated()
    .computed((tx, { id }: CategoryRow) => tx.count('categories', { parent_id: id })),
}

const { name, slug, description, is_published, meta_title, meta_description, parent_id } = Category
const body = { description, is_published, meta_title, meta_description, parent_id }

const reads = ['courses:read'] as const
const writes = ['courses:modify'] as const

export default resource('categories', Category, { one: 'Category' }, (verbs) => ({
  events: lifecycle('category'),

  operations: {
    get_categories: verbs.list({
      scopes: reads,
      filters: { published: presence('published', 'is_published') },
      sorts: ['position'],
    }),
    create_category: verbs.create({ scopes: writes, body: { name: name.required(), ...body } }),
    get_category_by_id: verbs.show({ scopes: reads }),
    update_category_by_id: verbs.update({ scopes: writes, body: { name, slug, ...body } }),
  },

  recipe: {
    amounts: amounts(3, 30, 60),
    fields: {
      name: ({ number }) => shelfName(number),
      parent_id: ({ number, tx }) => tx.find('categories', outerShelf(number))?.id ?? null,
      description: ({ row }) => `Everything about ${String(row['name']).toLowerCase()}.`,
      // The shelves were there before all that stands on them; the outer ones were first.
      created_at: ({ row, chance, moment }) =>
        moment(-chance.integer(1_000, 1_200) - (row['parent_id'] ? 0 : 300), 9),
      is_published: ({ row, chance }) => row['parent_id'] === null || chance.next() < 0.8,
    },
  },
}))
