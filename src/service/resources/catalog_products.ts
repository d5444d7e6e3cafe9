import * as d from '../../engine/define/define.ts'
import {
  completeCustomProperties,
  customPropertiesBody,
  customPropertiesField,
} from '../fields/custom-properties.ts'
import { customAssociationsField } from '../fields/custom-association-field.ts'
import { costSchemeField, currencies, tenantCurrency } from '../fields/money.ts'
import { conditionsOrDefault } from '../fields/default-conditions.ts'
import { offerPicture } from '../fields/pictures.ts'
import { productableTables } from '../fields/productables.ts'
import { nextPosition } from '../fields/sequence-numbers.ts'
import { tenantUrl } from '../fields/tenant-urls.ts'
import {
  mergeCourseTabContents,
  CourseTabContentShape,
  courseTabContentsReplaceBody,
} from '../fields/course-tab-contents.ts'
import type { Rows } from '../generated/rows.ts'

type ProductRow = Rows['catalog_products']

/** The fields that courses and programs share. */
type CatalogSource = Pick<
  Rows['courses'] & Rows['programs'],
  keyof Rows['courses'] & keyof Rows['programs']
>

/** Returns the course or the program that the product presents. */
const findSource = (tx: d.Tx, { productable_type, productable_id }: ProductRow): CatalogSource =>
  tx.get(productableTables[productable_type], productable_id)

const fromSource =
  <K extends keyof CatalogSource>(field: K) =>
  (tx: d.Tx, row: ProductRow): CatalogSource[K] =>
    findSource(tx, row)[field]

const CatalogProductShape = {
  ...d.identity,
  productable_type: d.keyOf(productableTables),
  productable_id: d.polymorphicRef('productable_type', productableTables),
  position: d
    .integer()
    .defaultsTo((tx) => nextPosition(tx, 'catalog_products', d.sortIndexName('position'))),
  ...d.timestamps,
  name: d.string().computed(fromSource('name')),
  slug: d.string().computed(fromSource('slug')),
  label_ids: d.refs('labels').computed(fromSource('label_ids')),
  cost_scheme: costSchemeField().computed(fromSource('cost_scheme')),
  cost: d.decimal().nullable().computed(fromSource('cost')),
  currency: d.choice(currencies).computed((tx) => tenantCurrency(tx)),
  avatar: d.string().computed((tx, row: ProductRow) => {
    const source = findSource(tx, row)
    return offerPicture(tx, source.avatar, productableTables[row.productable_type], source)
  }),
  conditions_or_default: d
    .string()
    .nullable()
    .computed((tx, row: ProductRow) => conditionsOrDefault(findSource(tx, row).conditions)),
  category_id: d.ref('categories').computed(fromSource('category_id')),
  is_published: d.boolean().computed(fromSource('is_published')),
  show_on_website: d.boolean().computed(fromSource('is_published')),
  signup_url: d
    .string()
    .computed((tx, row: ProductRow) => tenantUrl(tx, `/signup/${findSource(tx, row).slug}`)),
  course_tab_contents: d.listOf(CourseTabContentShape).computed(fromSource('course_tab_contents')),
  custom: customPropertiesField('catalog_products').computed((tx, row: ProductRow) =>
    completeCustomProperties(tx, 'catalog_products', findSource(tx, row).custom),
  ),
  custom_associations: customAssociationsField('catalog_products', fromSource('custom_links')),
}

const body = {
  category_id: d.ref('categories'),
  is_published: d.boolean(),
  custom: customPropertiesBody('catalog_products'),
  course_tab_contents_attributes: courseTabContentsReplaceBody(),
}

/** Sends a text that the first product has. */
function exampleTexts(tx: d.Tx) {
  const [product] = tx.scan('catalog_products')
  const texts = product ? findSource(tx, product).course_tab_contents : []
  const changed = texts.slice(0, 1).map((text) => ({ ...text, content: 'Example content' }))
  return { body: { course_tab_contents_attributes: changed } }
}

export default d.resource(
  'catalog_products',
  CatalogProductShape,
  {
    singular: 'CatalogProduct',
    path: '/catalog/products',
    group: 'catalog-products',
  },
  ({ list, show }) => ({
    description: 'A product of the catalog: it presents a course or a program.',

    events: d.lifecycleEvents('product'),

    operations: {
      get_catalog_products: list({
        scopes: ['courses:read'],
        filters: {
          published: d.customFilter(
            d.choice(['published']),
            (row: ProductRow, _, tx) => findSource(tx, row).is_published,
          ),
          category_id: d.customFilter(
            d.integer(),
            (row: ProductRow, id, tx) => findSource(tx, row).category_id === id,
          ),
          productable_type: d.equals('productable_type'),
          search: d.customFilter(d.string(), (row: ProductRow, words, tx) => {
            const { name, ...rest } = findSource(tx, row)
            return d.includesWords('code' in rest ? `${name} ${String(rest.code)}` : name, words)
          }),
        },
        sorts: ['id', 'position'],
      }),
      get_catalog_product_by_id: show({ scopes: ['courses:read'] }),
      update_catalog_product_by_id: d.operation({
        method: 'PUT',
        path: '/catalog/products/{id}',
        scopes: ['courses:modify'],
        body,
        presenter: d.record('catalog_products'),
        example: exampleTexts,
        handle(tx, { id, body: { course_tab_contents_attributes: contents, ...sent } }) {
          const product = tx.get('catalog_products', id)
          const { productable_type, productable_id } = product
          const course = findSource(tx, product)
          tx.update(productableTables[productable_type], productable_id, {
            ...d.toStoredValues(body, sent, course as d.AnyRow),
            course_tab_contents: mergeCourseTabContents(tx, course.course_tab_contents, contents),
          })
          return tx.get('catalog_products', id)
        },
      }),
    },
  }),
)
