import {
  choice,
  decimal,
  equals,
  identity,
  integer,
  boolean,
  customFilter,
  includesWords,
  lifecycleEvents,
  listOf,
  operation,
  record,
  ref,
  refs,
  polymorphicRef,
  resource,
  sortIndexName,
  timestamps,
  toStoredValues,
  string,
  type AnyRow,
  type Tx,
} from '../define/define.ts'
import {
  completeCustomProperties,
  customPropertiesBody,
  customPropertiesField,
} from './shared/custom-properties.ts'
import { customAssociationsField } from './shared/custom-association-field.ts'
import { costSchemeField, currencies, tenantCurrency } from './shared/money.ts'
import { conditionsOrDefault } from './shared/default-conditions.ts'
import { productableTables } from './shared/productables.ts'
import { nextPosition } from './shared/sequence-numbers.ts'
import { tenantUrl } from './shared/tenant-urls.ts'
import {
  mergeCourseTabContents,
  CourseTabContentShape,
  courseTabContentsReplaceBody,
} from './shared/course-tab-contents.ts'
import type { Rows } from '../generated/rows.ts'

type ProductRow = Rows['catalog_products']

/** The fields that courses and programs share. */
type CatalogSource = Pick<
  Rows['courses'] & Rows['programs'],
  keyof Rows['courses'] & keyof Rows['programs']
>

/** Returns the course or the program that the product presents. */
const findSource = (tx: Tx, { productable_type, productable_id }: ProductRow): CatalogSource =>
  tx.get(productableTables[productable_type], productable_id)

const fromSource =
  <K extends keyof CatalogSource>(field: K) =>
  (tx: Tx, row: ProductRow): CatalogSource[K] =>
    findSource(tx, row)[field]

/** A product of the catalog: it presents a course or a program. */
export const CatalogProductShape = {
  ...identity,
  productable_type: choice(Object.keys(productableTables) as (keyof typeof productableTables)[]),
  productable_id: polymorphicRef('productable_type', productableTables),
  position: integer().defaultsTo((tx) =>
    nextPosition(tx, 'catalog_products', sortIndexName('position')),
  ),
  ...timestamps,
  name: string().computed(fromSource('name')),
  slug: string().computed(fromSource('slug')),
  label_ids: refs('labels').computed(fromSource('label_ids')),
  cost_scheme: costSchemeField().computed(fromSource('cost_scheme')),
  cost: decimal().nullable().computed(fromSource('cost')),
  currency: choice(currencies).computed((tx) => tenantCurrency(tx)),
  avatar: string().computed(fromSource('avatar')),
  conditions_or_default: string()
    .nullable()
    .computed((tx, row: ProductRow) => conditionsOrDefault(findSource(tx, row).conditions)),
  category_id: ref('categories').computed(fromSource('category_id')),
  is_published: boolean().computed(fromSource('is_published')),
  show_on_website: boolean().computed(fromSource('is_published')),
  signup_url: string().computed((tx, row: ProductRow) =>
    tenantUrl(tx, `/signup/${findSource(tx, row).slug}`),
  ),
  course_tab_contents: listOf(CourseTabContentShape).computed(fromSource('course_tab_contents')),
  custom: customPropertiesField('catalog_products').computed((tx, row: ProductRow) =>
    completeCustomProperties(tx, 'catalog_products', findSource(tx, row).custom),
  ),
  custom_associations: customAssociationsField('catalog_products', fromSource('custom_links')),
}

const body = {
  category_id: ref('categories'),
  is_published: boolean(),
  custom: customPropertiesBody('catalog_products'),
  course_tab_contents_attributes: courseTabContentsReplaceBody(),
}

/** Sends a text that the first product has. */
function exampleTexts(tx: Tx) {
  const [product] = tx.scan('catalog_products')
  const texts = product ? findSource(tx, product).course_tab_contents : []
  const changed = texts.slice(0, 1).map((text) => ({ ...text, content: 'Example content' }))
  return { body: { course_tab_contents_attributes: changed } }
}

export default resource(
  'catalog_products',
  CatalogProductShape,
  {
    singular: 'CatalogProduct',
    path: '/catalog/products',
    group: 'catalog-products',
    flaggedRows: { flag: 'Programs', where: { productable_type: 'Program::Program' } },
  },
  ({ list, show }) => ({
    events: lifecycleEvents('product'),

    operations: {
      get_catalog_products: list({
        scopes: ['courses:read'],
        filters: {
          published: customFilter(
            choice(['published']),
            (row: ProductRow, _, tx) => findSource(tx, row).is_published,
          ),
          category_id: customFilter(
            integer(),
            (row: ProductRow, id, tx) => findSource(tx, row).category_id === id,
          ),
          productable_type: equals('productable_type'),
          search: customFilter(string(), (row: ProductRow, words, tx) => {
            const { name, ...rest } = findSource(tx, row)
            return includesWords('code' in rest ? `${name} ${String(rest.code)}` : name, words)
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
        presenter: record('catalog_products'),
        example: exampleTexts,
        handle(tx, { id, body: { course_tab_contents_attributes: contents, ...sent } }) {
          const product = tx.get('catalog_products', id)
          const { productable_type, productable_id } = product
          const course = findSource(tx, product)
          tx.update(productableTables[productable_type], productable_id, {
            ...toStoredValues(body, sent, course as AnyRow),
            course_tab_contents: mergeCourseTabContents(tx, course.course_tab_contents, contents),
          })
          return tx.get('catalog_products', id)
        },
      }),
    },
  }),
)
