import * as d from '../../engine/define/define.ts'
import { customAssociationsField } from '../fields/custom-association-field.ts'
import { costSchemeField, currencies, tenantCurrency } from '../fields/money.ts'
import {
  availabilityFor,
  type CatalogOffer,
  resolveOffer,
  placesLeft,
} from '../rules/catalog-offers.ts'
import { completeCustomProperties, customPropertiesField } from '../fields/custom-properties.ts'
import { variantableTables } from '../fields/productables.ts'
import type { Rows } from '../generated/rows.ts'

type VariantRow = Rows['catalog_variants']

const fromOffer =
  <T>(pick: (offer: CatalogOffer) => T) =>
  (tx: d.Tx, row: VariantRow): T =>
    pick(resolveOffer(tx, row))

const SectionContent = d.object({
  edition_description_section_id: d.integer().required(),
  content: d.string().nullable().required(),
})

const CatalogVariantShape = {
  ...d.identity,
  variantable_type: d.keyOf(variantableTables),
  variantable_id: d.polymorphicRef('variantable_type', variantableTables),
  sku: d.string().nullable(),
  ...d.timestamps,
  product_id: d.ref('catalog_products').computed((tx, row: VariantRow) => findProductId(tx, row)),
  name: d.string().computed(fromOffer((offer) => offer.name())),
  cost_scheme: costSchemeField().computed(fromOffer(({ row }) => row.cost_scheme)),
  cost: d
    .decimal()
    .nullable()
    .computed(fromOffer(({ row }) => row.cost)),
  currency: d.choice(currencies).computed((tx) => tenantCurrency(tx)),
  availability: d
    .choice(['available', 'limited_availability', 'not_available'])
    .computed(fromOffer(availabilityFor)),
  available_places: d.integer().computed(fromOffer(placesLeft)),
  is_published: d.boolean().computed(fromOffer(({ row }) => row.is_published)),
  show_on_website: d.boolean().computed(fromOffer(({ row }) => row.is_published)),
  edition_description_section_contents: d.listOf(SectionContent).beta(),
  properties: d
    .object({
      course_location_id: d.integer().nullable(),
      course_variant_id: d.integer().nullable(),
      end_date: d.date().nullable(),
      start_date: d.date().nullable(),
      type: d.choice(['FixedPlannedCourse', 'FlexiblePlannedCourse']).nullable(),
    })
    .computed(fromOffer(({ properties }) => properties)),
  custom: customPropertiesField('catalog_variants').computed((tx, row: VariantRow) =>
    completeCustomProperties(tx, 'catalog_variants', resolveOffer(tx, row).row.custom),
  ),
  custom_associations: customAssociationsField(
    'catalog_variants',
    fromOffer(({ row }) => row.custom_links),
  ),
}

function findProductId(tx: d.Tx, row: VariantRow): number {
  const { productable_type, productable_id } = resolveOffer(tx, row)
  return tx.where('catalog_products', { productable_id, productable_type })[0]?.id ?? 0
}

const variantableTypeByFilter = {
  planned_course: 'PlannedCourse',
  PlannedCourse: 'PlannedCourse',
  program_edition: 'Program::Edition',
  'Program::Edition': 'Program::Edition',
} as const

const body = {
  is_published: d.boolean(),
  edition_description_section_contents_attributes: d
    .listOf(
      d.object({
        content: d.string().nullable().required(),
        edition_description_section_id: d.ref('edition_description_sections').required(),
      }),
    )
    .beta(),
}

export default d.resource(
  'catalog_variants',
  CatalogVariantShape,
  {
    singular: 'CatalogVariant',
    path: '/catalog/variants',
    group: 'catalog-variants',
  },
  ({ list, show }) => ({
    description: 'A dated offer of a product: it presents a planned course or a program edition.',

    events: d.lifecycleEvents('catalog_variant'),

    operations: {
      get_catalog_variants: list({
        scopes: ['courses:read'],
        filters: {
          published_public: d.customFilter(
            d.choice(['published_public']),
            (row: VariantRow, _, tx) => {
              const offer = resolveOffer(tx, row)
              return offer.row.is_published && offer.isUnderWay
            },
          ),
          product_id: d.customFilter(
            d.integer(),
            (row: VariantRow, id, tx) => findProductId(tx, row) === id,
          ),
          variantable_id: d.customFilter(
            d.integer(),
            (row: VariantRow, id) => row.variantable_id === id,
          ),
          variantable_type: d.customFilter(
            d.keyOf(variantableTypeByFilter),
            (row: VariantRow, type) => row.variantable_type === variantableTypeByFilter[type],
          ),
        },
      }),
      get_catalog_variant_by_id: show({ scopes: ['courses:read'] }),
      update_catalog_variant_by_id: d.operation({
        method: 'PUT',
        path: '/catalog/variants/{id}',
        scopes: ['courses:modify', 'courses:read'],
        body,
        presenter: d.record('catalog_variants'),
        example: d.exampleWhere(
          'catalog_variants',
          ({ variantable_type: type }) => type === 'PlannedCourse',
        ),
        handle(tx, { id, body: sent }) {
          const { edition_description_section_contents_attributes: contents = [], ...rest } = sent
          const variant = tx.get('catalog_variants', id)
          tx.update(variantableTables[variant.variantable_type], variant.variantable_id, rest)
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
