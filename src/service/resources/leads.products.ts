/** The products that a lead is interested in. Deprecated fields name courses instead. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { assertPlannedCourseMatches } from '../rules/program-elements.ts'
import { type CatalogOffer, resolveOffer, findVariantId } from '../rules/catalog-offers.ts'

const findProductId = (tx: d.Tx, course_id: number): number =>
  tx.where('catalog_products', { productable_id: course_id, productable_type: 'Course' })[0]?.id ??
  0

interface LeadProductInput {
  readonly lead_products?: { catalog_product_id: number; catalog_variant_id?: number | null }[]
  readonly courses_leads_attributes?: { course_id: number; planned_course_id: number | null }[]
  readonly course_ids?: number[]
}

/** Resolves the products of a lead. Deprecated fields are used only if `lead_products` is not sent. */
export function resolveLeadProducts(
  tx: d.Tx,
  { lead_products, courses_leads_attributes, course_ids = [] }: LeadProductInput,
) {
  if (lead_products) {
    return lead_products.map(({ catalog_product_id, catalog_variant_id = null }) => {
      const product = tx.get('catalog_products', catalog_product_id)
      const variant = tx.find('catalog_variants', catalog_variant_id)
      if (variant && !isOfferOf(resolveOffer(tx, variant), product)) {
        throw d.unprocessable({ lead_products: ['contains a variant of another product'] })
      }
      return { catalog_product_id, catalog_variant_id }
    })
  }
  const courses =
    courses_leads_attributes ??
    course_ids.map((course_id) => ({ course_id, planned_course_id: null }))
  return courses.map(({ course_id, planned_course_id }) => {
    assertPlannedCourseMatches(tx, course_id, planned_course_id)
    return {
      catalog_product_id: findProductId(tx, course_id),
      catalog_variant_id: findVariantId(tx, 'PlannedCourse', planned_course_id) ?? null,
    }
  })
}

/** Returns the first variant with its product. */
export function exampleLeadProducts(tx: d.Tx) {
  const [variant] = tx.scan('catalog_variants')
  if (!variant) return []
  const { productable_type, productable_id } = resolveOffer(tx, variant)
  const [product] = tx.where('catalog_products', { productable_type, productable_id })
  return [{ catalog_product_id: product?.id, catalog_variant_id: variant.id }]
}

/** Whether the offer belongs to the product. */
const isOfferOf = (
  { productable_type, productable_id }: CatalogOffer,
  product: Rows['catalog_products'],
): boolean =>
  product.productable_type === productable_type && product.productable_id === productable_id
