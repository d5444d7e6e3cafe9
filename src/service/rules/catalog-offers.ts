/**
 * The offer behind a catalog variant: a planned course or a program edition.
 *
 * Its name and its taken places are read on demand, because they need other rows.
 */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { countTakenPlaces } from './course-places.ts'
import { variantableTables } from '../fields/productables.ts'
import { staysOpen } from '../behaviours/catalog.ts'

type VariantRow = Rows['catalog_variants']

export interface CatalogOffer {
  name(): string
  /** The type of the course or program that the product presents. */
  readonly productable_type: Rows['catalog_products']['productable_type']
  readonly productable_id: number
  /** Whether anyone can order a place: the offer is under way and not closed. */
  isOpen(): boolean
  /** Whether the offer is neither canceled nor past, so that an order can be approved. */
  readonly isUnderWay: boolean
  readonly isCanceled: boolean
  takenPlaces(): number
  readonly max_participants: number | null
  readonly row: Rows['planned_courses'] | Rows['program_editions']
  readonly properties: VariantProperties
}

interface VariantProperties {
  readonly course_location_id: number | null
  readonly course_variant_id: number | null
  readonly end_date: string | null
  readonly start_date: string | null
  readonly type: Rows['planned_courses']['type'] | null
}

/** Returns the id of the variant of a planned course or edition. */
export const findVariantId = (
  tx: d.Tx,
  variantable_type: VariantRow['variantable_type'],
  id: unknown,
): number | undefined =>
  tx.where('catalog_variants', { variantable_type, variantable_id: (id ?? 0) as number })[0]?.id

/** Returns the variant that an order is for; throws a 422 if the API does not show it. */
export function orderedVariant(tx: d.Tx, id: number): VariantRow {
  const variant = d.findVisible(tx, 'catalog_variants', id)
  if (!variant) throw d.unprocessable({ catalog_variant_id: ['does not exist'] })
  return variant
}

/** Whether the variant sells places in the planned course. */
export const sellsPlannedCourse = (
  { variantable_type, variantable_id }: Pick<VariantRow, 'variantable_type' | 'variantable_id'>,
  planned_course_id: number,
): boolean => variantable_type === 'PlannedCourse' && variantable_id === planned_course_id

export function resolveOffer(
  tx: d.Tx,
  variant: Pick<VariantRow, 'variantable_type' | 'variantable_id'>,
): CatalogOffer {
  return variant.variantable_type === 'PlannedCourse'
    ? plannedCourseOffer(tx, tx.get(variantableTables.PlannedCourse, variant.variantable_id))
    : editionOffer(tx, tx.get(variantableTables['Program::Edition'], variant.variantable_id))
}

const isCourseUnderWay = ({ status }: Rows['planned_courses']): boolean =>
  status === 'planned' || status === 'active'

/** Whether anyone can order a place in the planned course, as long as there are free places. */
export function isBookable(tx: d.Tx, row: Rows['planned_courses']): boolean {
  if (row.availability_state !== 'open' || !isCourseUnderWay(row)) return false
  const hasStarted = row.status === 'active' && row.type === 'FixedPlannedCourse'
  return !hasStarted || tx.assumes(staysOpen)
}

function plannedCourseOffer(tx: d.Tx, row: Rows['planned_courses']): CatalogOffer {
  const { course_id, max_participants, start_date } = row
  const { course_location_id, course_variant_id, end_date, type } = row
  return {
    name: () => `${tx.get('courses', course_id).name} (${start_date})`,
    productable_type: 'Course',
    productable_id: course_id,
    isOpen: () => isBookable(tx, row),
    isCanceled: row.status === 'canceled',
    isUnderWay: isCourseUnderWay(row),
    takenPlaces: () => countTakenPlaces(tx, row.id),
    max_participants,
    row,
    properties: { course_location_id, course_variant_id, end_date, start_date, type },
  }
}

function editionOffer(tx: d.Tx, row: Rows['program_editions']): CatalogOffer {
  const { program_id, max_participants, start_date, end_date, name } = row
  const hasStarted = start_date !== null && start_date <= tx.today
  const isOver = end_date !== null && end_date < tx.today
  return {
    name: () => `${tx.get('programs', program_id).name}: ${name}`,
    productable_type: 'Program::Program',
    productable_id: program_id,
    isOpen: () => !isOver && (!hasStarted || tx.assumes(staysOpen)),
    isUnderWay: !isOver,
    isCanceled: false,
    takenPlaces: () => tx.count('program_enrollments', { edition_id: row.id, state: 'confirmed' }),
    max_participants,
    row,
    properties: {
      course_location_id: null,
      course_variant_id: null,
      end_date,
      start_date,
      type: null,
    },
  }
}

/** The number of places of an offer without a maximum. */
const unlimitedPlaces = 9_999

/** Returns the number of free places, at least 0. */
export const placesLeft = (offer: CatalogOffer): number =>
  offer.max_participants === null
    ? unlimitedPlaces
    : Math.max(0, offer.max_participants - offer.takenPlaces())

/** The share of free places up to which the availability is limited. */
const limitedShare = 0.2

export function availabilityFor(offer: CatalogOffer) {
  const left = offer.isOpen() ? placesLeft(offer) : 0
  if (left <= 0) return 'not_available'
  if (offer.max_participants === null) return 'available'
  return left <= offer.max_participants * limitedShare ? 'limited_availability' : 'available'
}
