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
  string,
  type Tx,
} from '../define/define.ts'
import { associationsOf } from './shared/custom-association-field.ts'
import { costScheme, currencies, currencyOf } from './shared/money.ts'
import { availabilityOf, type Offer, offerOf, placesLeftOf } from './rules/catalog-offers.ts'
import { custom } from './shared/custom-properties.ts'
import { variantables } from './shared/productables.ts'
import type { Rows } from '../generated/rows.ts'

type VariantRow = Rows['catalog_variants']

const from =
  <T>(pick: (offer: Offer) => T) =>
  (tx: Tx, row: VariantRow): T =>
    pick(offerOf(tx, row))

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
  name: string().computed(from(({ name }) => name)),
  cost_scheme: costScheme().computed(from(({ row }) => row.cost_scheme)),
  cost: decimal()
    .nullable()
    .computed(from(({ row }) => row.cost)),
  currency: choice(currencies).computed((tx) => currencyOf(tx)),
  availability: choice(['available', 'limited_availability', 'not_available']).computed(
    from(availabilityOf),
  ),
  available_places: integer().computed(from(placesLeftOf)),
  is_published: boolean().computed(from(({ row }) => row.is_published)),
  show_on_website: boolean().computed(from(({ row }) => row.is_published)),
  edition_description_section_contents: listOf(SectionContent).beta(),
  properties: object({
    course_location_id: integer().nullable(),
    course_variant_id: integer().nullable(),
    end_date: date().nullable(),
    start_date: date().nullable(),
    type: choice(['FixedPlannedCourse', 'FlexiblePlannedCourse']).nullable(),
  }).computed(from(({ properties }) => properties)),
  custom: custom('catalog_variants').computed(from(({ row }) => row.custom)),
  custom_associations: associationsOf(
    'catalog_variants',
    from(({ row }) => row.custom_links),
  ),
}

function productOf(tx: Tx, row: VariantRow): number {
  const { productable_type, productable_id } = offerOf(tx, row)
  return tx.where('catalog_products', { productable_id, productable_type })[0]?.id ?? 0
}

const wordsFor = {
  planned_course: 'PlannedCourse',
  PlannedCourse: 'PlannedCourse',
  program_edition: 'Program::Edition',
  'Program::Edition': 'Program::Edition',
} as const

const body = {
  is_published: boolean(),
  edition_description_section_contents_attributes: listOf(
    object({
      content: string().nullable().required(),
      edition_description_section_id: ref('edition_description_sections').required(),
    }),
  ).beta(),
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
          published_public: keeping(choice(['published_public']), (row: VariantRow, _, tx) => {
            const offer = offerOf(tx, row)
            return offer.row.is_published && offer.isUnderWay
          }),
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
          const { edition_description_section_contents_attributes: contents = [], ...rest } = sent
          const variant = tx.get('catalog_variants', id)
          tx.update(variantables[variant.variantable_type], variant.variantable_id, rest)
          const last = new Map(contents.map((each) => [each.edition_description_section_id, each]))
          const kept = variant.edition_description_section_contents.filter(
            (each) => !last.has(each.edition_description_section_id),
          )
          return tx.update('catalog_variants', id, {
            edition_description_section_contents: [...kept, ...last.values()],
          })
        },
      }),
    },
  }),
)
