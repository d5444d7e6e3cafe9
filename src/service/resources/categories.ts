import * as d from '../../engine/define/define.ts'
import { fill, textsIn } from '../demo/demo-texts.ts'
import { parentCategoryNumber, categoryName } from '../demo/catalog-names.ts'
import { nextPosition } from '../fields/sequence-numbers.ts'
import { categoryPictureField } from '../fields/pictures.ts'
import { slugBody, withStoredSlug } from '../fields/slug-field.ts'
import { freeSlug } from '../fields/slugs.ts'
import { countVisible } from '../rules/visible-rows.ts'
import type { Rows } from '../generated/rows.ts'
import { refusesCycle } from '../behaviours/catalog.ts'

type CategoryRow = Rows['categories']

const CategoryShape = {
  ...d.identity,
  name: d.string(),
  position: d
    .integer()
    .defaultsTo((tx) => nextPosition(tx, 'categories', d.sortIndexName('position'))),
  avatar: categoryPictureField(),
  avatar_url: categoryPictureField(),
  slug: d
    .string()
    .unique()
    .defaultsTo((tx, row: CategoryRow) => freeSlug(tx, 'categories', row)),
  description: d.string().nullable(),
  is_published: d.boolean().defaultsTo(false),
  meta_title: d.string().nullable().deprecated(),
  meta_description: d.string().nullable().deprecated(),
  parent_id: d.ref('categories').nullable(),
  ...d.timestamps,
  products_count: d
    .integer()
    .deprecated()
    .computed(
      (tx, { id }: CategoryRow) =>
        tx.count('courses', { category_id: id }) +
        countVisible(tx, 'programs', { category_id: id }),
    ),
  courses_count: d
    .integer()
    .deprecated()
    .computed((tx, { id }: CategoryRow) => tx.count('courses', { category_id: id })),
  children_count: d
    .integer()
    .deprecated()
    .computed((tx, { id }: CategoryRow) => tx.count('categories', { parent_id: id })),
}

const { name, description, is_published, meta_title, meta_description, parent_id } = CategoryShape
const body = { description, is_published, meta_title, meta_description, parent_id }
const updateBody = { name, slug: slugBody(), ...body }

/** Refuses a parent that is the category itself or one of its descendants. */
function assertNoCycle(tx: d.Tx, id: number, parent: number | null | undefined): void {
  if (parent === null || parent === undefined) return
  tx.logBehaviour(refusesCycle)
  const seen = new Set<number>()
  for (let at = tx.find('categories', parent); at && !seen.has(at.id);) {
    if (at.id === id) {
      throw d.unprocessable(
        { parent_id: ['is the category or one of its descendants'] },
        refusesCycle,
      )
    }
    seen.add(at.id)
    at = tx.find('categories', at.parent_id)
  }
}

const reads = ['courses:read'] as const
const writes = ['courses:modify'] as const

export default d.resource('categories', CategoryShape, { singular: 'Category' }, (verbs) => ({
  description: 'A category of the catalog; categories can be nested.',

  events: d.lifecycleEvents('category'),

  operations: {
    get_categories: verbs.list({
      scopes: reads,
      filters: { published: d.isTrue('published', 'is_published') },
      sorts: ['position'],
    }),
    create_category: verbs.create({ scopes: writes, body: { name: name.required(), ...body } }),
    get_category_by_id: verbs.show({ scopes: reads }),
    update_category_by_id: d.operation({
      method: 'PUT',
      path: '/categories/{id}',
      scopes: writes,
      body: updateBody,
      presenter: d.record('categories'),
      example: () => ({ body: { parent_id: null } }),
      handle(tx, { id, body: sent }) {
        tx.logBehaviour(d.partialUpdate)
        assertNoCycle(tx, id, sent.parent_id)
        return tx.update('categories', id, withStoredSlug(sent))
      },
    }),
  },

  recipe: {
    rowCounts: d.rowCounts(3, 30, 60),
    isShared: true,
    fields: {
      name: ({ number, locale }) => categoryName(number, locale),
      parent_id: ({ number, tx }) =>
        tx.find('categories', parentCategoryNumber(number))?.id ?? null,
      description: ({ row, locale }) => {
        const name = String(row['name'])
        return fill(textsIn(locale).catalog.aboutCategory, { name, lower: name.toLowerCase() })
      },
      is_published: ({ row, random }) => row['parent_id'] === null || random.next() < 0.8,
    },
  },
}))
