import {
  boolean,
  choice,
  date,
  decimal,
  identity,
  integer,
  keeping,
  lifecycle,
  listOf,
  object,
  operation,
  record,
  ref,
  refVia,
  resource,
  stamps,
  storedFrom,
  string,
  type Tx,
} from '../define.ts'
import { associationsOf } from './parts/associations.ts'
import { custom } from './parts/custom.ts'
import { costScheme, currencies, currencyOf } from './parts/money.ts'
import { placesLeft } from './parts/places.ts'
import { variantables } from './parts/productables.ts'
import type { Rows } from './rows.ts'

type VariantRow = Rows['catalog_variants']
type Followed = Rows['planned_courses']

/** What the variant follows: a planned course. */
const followed = (tx: Tx, { variantable_type, variantable_id }: VariantRow): Followed =>
  tx.get(variantables[variantable_type], variantable_id)

const from =
  <K extends keyof Followed>(field: K) =>
  (tx: Tx, row: VariantRow): Followed[K] =>
    followed(tx, row)[field]

const SectionContent = object({
  edition_description_section_id: integer().required(),
  content: string().nullable().required(),
})

/** A dated offer of a product; it shows what it follows. */
export const CatalogVariant = {
  ...identity,
  variantable_type: choice(Object.keys(variantables) as (keyof typeof variantables)[]),
  variantable_id: refVia('variantable_type', variantables),
  sku: string().nullable(),
  ...stamps,
  product_id: ref('catalog_products').computed((tx, row: VariantRow) => productOf(tx, row)),
  name: string().computed((tx, row: VariantRow) => nameOf(tx, row)),
  cost_scheme: costScheme().computed(from('cost_scheme')),
  cost: decimal().nullable().computed(from('cost')),
  currency: choice(currencies).computed((tx) => currencyOf(tx)),
  availability: choice(['available', 'limited_availability', 'not_available']).computed(
    (tx, row: VariantRow) => availabilityOf(tx, followed(tx, row)),
  ),
  available_places: integer().computed((tx, row: VariantRow) => placesLeft(tx, followed(tx, row))),
  is_published: boolean().computed(from('is_published')),
  show_on_website: boolean().computed(from('is_published')),
  edition_description_section_contents: listOf(SectionContent).beta(),
  properties: object({
    course_location_id: integer().nullable(),
    course_variant_id: integer().nullable(),
    end_date: date().nullable(),
    start_date: date().nullable(),
    type: choice(['FixedPlannedCourse', 'FlexiblePlannedCourse']).nullable(),
  }).computed((tx, row: VariantRow) => {
    const { course_location_id, course_variant_id, start_date, end_date, type } = followed(tx, row)
    return { course_location_id, course_variant_id, end_date, start_date, type }
  }),
  custom: custom().computed(from('custom')),
  custom_associations: associationsOf(from('custom_associations')),
}

function productOf(tx: Tx, row: VariantRow): number {
  const { course_id } = followed(tx, row)
  const [product] = tx.where('catalog_products', {
    productable_id: course_id,
    productable_type: 'Course',
  })
  return product?.id ?? 0
}

function nameOf(tx: Tx, row: VariantRow): string {
  const { course_id, start_date } = followed(tx, row)
  return `${tx.get('courses', course_id).name} (${start_date})`
}

/** A fifth of the places, or fewer, is limited. */
const limitedShare = 0.2

function availabilityOf(tx: Tx, planned: Followed) {
  if (planned.status !== 'planned' || planned.availability_state === 'closed') {
    return 'not_available'
  }
  if (planned.max_participants === null) return 'available'
  const left = placesLeft(tx, planned)
  if (left <= 0) return 'not_available'
  return left <= planned.max_participants * limitedShare ? 'limited_availability' : 'available'
}

const wordsFor = {
  planned_course: 'PlannedCourse',
  PlannedCourse: 'PlannedCourse',
  program_edition: 'Program::Edition',
  'Program::Edition': 'Program::Edition',
} as const

const contentsBody = listOf(
  object({
    content: string().nullable().required(),
    edition_description_section_id: integer().required(),
  }),
).beta()

const body = {
  is_published: boolean(),
  edition_description_section_contents_attributes: contentsBody,
}

export default resource(
  'catalog_variants',
  CatalogVariant,
  { one: 'CatalogVariant', path: '/catalog/variants', group: 'catalog-variants' },
  ({ list, show }) => ({
    events: lifecycle('catalog_variant'),

    operations: {
      get_catalog_variants: list({
        scopes: ['courses:read'],
        filters: {
          published_public: keeping(
            choice(['published_public']),
            (row: VariantRow, _, tx) =>
              followed(tx, row).is_published &&
              ['planned', 'active'].includes(followed(tx, row).status),
          ),
          product_id: keeping(integer(), (row: VariantRow, id, tx) => productOf(tx, row) === id),
          variantable_id: keeping(integer(), (row: VariantRow, id) => row.variantable_id === id),
          variantable_type: keeping(
            choice(Object.keys(wordsFor) as (keyof typeof wordsFor)[]),
            (row: VariantRow, type) => row.variantable_type === wordsFor[type],
          ),
        },
      }),
      get_catalog_variant_by_id: show({ scopes: ['courses:read'] }),
      update_catalog_variant_by_id: operation({
        method: 'PUT',
        path: '/catalog/variants/{id}',
        scopes: ['courses:modify', 'courses:read'],
        body,
        present: record('catalog_variants'),
        answer(tx, { id, body: sent }) {
          const variant = tx.get('catalog_variants', id)
          const { edition_description_section_contents_attributes: contents, ...rest } = sent
          const { variantable_type, variantable_id } = variant
          tx.update(variantables[variantable_type], variantable_id, storedFrom(body, rest))
          if (contents) {
            const sentIds = contents.map((each) => each.edition_description_section_id)
            const kept = variant.edition_description_section_contents.filter(
              (each) => !sentIds.includes(each.edition_description_section_id),
            )
            tx.update('catalog_variants', id, {
              edition_description_section_contents: [...kept, ...contents],
            })
          }
          return tx.get('catalog_variants', id)
        },
      }),
    },
  }),
)
