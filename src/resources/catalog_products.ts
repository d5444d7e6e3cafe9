import {
  choice,
  decimal,
  equals,
  identity,
  integer,
  boolean,
  keeping,
  hasWords,
  lifecycle,
  listOf,
  operation,
  record,
  ref,
  refs,
  refVia,
  resource,
  stamps,
  storedFrom,
  string,
  type AnyRow,
  type Tx,
} from '../define/define.ts'
import { custom, customBody } from './shared/custom-properties.ts'
import { associationsOf } from './shared/custom-association-field.ts'
import { costScheme, currencies, currencyOf } from './shared/money.ts'
import { conditionsDefault, productables } from './shared/productables.ts'
import { siteUrl } from './shared/tenant-urls.ts'
import { storedContents, TabContent, tabContentsWhole } from './shared/course-tab-contents.ts'
import type { Rows } from '../generated/rows.ts'

type ProductRow = Rows['catalog_products']

/** What courses and programs have in common. */
type Followed = Pick<
  Rows['courses'] & Rows['programs'],
  keyof Rows['courses'] & keyof Rows['programs']
>

/** What the product follows: a course or a program. */
const followed = (tx: Tx, { productable_type, productable_id }: ProductRow): Followed =>
  tx.get(productables[productable_type], productable_id)

const from =
  <K extends keyof Followed>(field: K) =>
  (tx: Tx, row: ProductRow): Followed[K] =>
    followed(tx, row)[field]

/** What the catalog offers; it shows what it follows. */
export const CatalogProduct = {
  ...identity,
  productable_type: choice(Object.keys(productables) as (keyof typeof productables)[]),
  productable_id: refVia('productable_type', productables),
  position: integer().initially((tx) => tx.count('catalog_products') + 1),
  ...stamps,
  name: string().computed(from('name')),
  slug: string().computed(from('slug')),
  label_ids: refs('labels').computed(from('label_ids')),
  cost_scheme: costScheme().computed(from('cost_scheme')),
  cost: decimal().nullable().computed(from('cost')),
  currency: choice(currencies).computed((tx) => currencyOf(tx)),
  avatar: string().computed(from('avatar')),
  conditions_or_default: string()
    .nullable()
    .computed((tx, row: ProductRow) => followed(tx, row).conditions ?? conditionsDefault),
  category_id: ref('categories').computed(from('category_id')),
  is_published: boolean().computed(from('is_published')),
  show_on_website: boolean().computed(from('is_published')),
  signup_url: string().computed((tx, row: ProductRow) =>
    siteUrl(tx, `/signup/${followed(tx, row).slug}`),
  ),
  course_tab_contents: listOf(TabContent).computed(from('course_tab_contents')),
  custom: custom('catalog_products').computed(from('custom')),
  custom_associations: associationsOf('catalog_products', from('custom_links')),
}

const body = {
  category_id: ref('categories'),
  is_published: boolean(),
  custom: customBody('catalog_products'),
  course_tab_contents_attributes: tabContentsWhole(),
}

export default resource(
  'catalog_products',
  CatalogProduct,
  { one: 'CatalogProduct', path: '/catalog/products', group: 'catalog-products' },
  ({ list, show }) => ({
    events: lifecycle('product'),

    operations: {
      get_catalog_products: list({
        scopes: ['courses:read'],
        filters: {
          published: keeping(
            choice(['published']),
            (row: ProductRow, _, tx) => followed(tx, row).is_published,
          ),
          category_id: keeping(
            integer(),
            (row: ProductRow, id, tx) => followed(tx, row).category_id === id,
          ),
          productable_type: equals('productable_type'),
          search: keeping(string(), (row: ProductRow, words, tx) => {
            const { name, ...rest } = followed(tx, row)
            return hasWords('code' in rest ? `${name} ${String(rest.code)}` : name, words)
          }),
        },
        sorts: ['id', 'position'],
      }),
      get_catalog_product_by_id: show({ scopes: ['courses:read'] }),
      update_catalog_product_by_id: operation({
        method: 'PUT',
        path: '/catalog/products/{id}',
        scopes: ['courses:modify'],
        body,
        present: record('catalog_products'),
        answer(tx, { id, body: { course_tab_contents_attributes: contents, ...sent } }) {
          const product = tx.get('catalog_products', id)
          const { productable_type, productable_id } = product
          const course = followed(tx, product)
          tx.update(productables[productable_type], productable_id, {
            ...storedFrom(body, sent, course as AnyRow),
            course_tab_contents: storedContents(course.course_tab_contents, contents),
          })
          return tx.get('catalog_products', id)
        },
      }),
    },
  }),
)
