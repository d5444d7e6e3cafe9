import {
  rowCounts,
  assumed,
  behaviour,
  boolean,
  choice,
  date,
  decimal,
  identity,
  firstIdWithout,
  integer,
  itemList,
  lifecycleEvents,
  listOf,
  customFilter,
  operation,
  pagination,
  paginateItems,
  itemPage,
  ref,
  resource,
  timestamps,
  string,
  type Tx,
  unprocessable,
  variant,
} from '../define/define.ts'
import {
  customPropertiesField,
  customPropertiesBody,
  customLinksField,
  customLinksBody,
} from './shared/custom-properties.ts'
import { demoCustomProperties } from './demo/custom-property-values.ts'
import { addDays, assertDateOrder } from './shared/dates.ts'
import { listElements, ElementShape, createElements } from './rules/program-elements.ts'
import { assertParticipantLimits, nonNegative } from './shared/number-limits.ts'
import { externalLinkFlag, resolveLmsLink } from './shared/lms-links.ts'
import { assertCost, costSchemeField, costSchemes } from './shared/money.ts'
import type { Rows } from '../generated/rows.ts'
import { demoCost, demoCostScheme, demoMaximum, offerConflict } from './demo/offer-values.ts'
import { renumbered } from './demo/repeated-fields.ts'

type EditionRow = Rows['program_editions']

const keepsUsedEdition = assumed(
  'program_edition.used',
  'deleting an edition with enrollments or orders is refused with 422',
  {
    reason: 'enrollments need an edition, and the contract lists 422',
    alternatives: { alternative: 'an edition can be deleted while records refer to it' },
  },
)
const requiresEmptyEdition = behaviour(
  'program_edition.batch',
  'a batch of elements is accepted only for an edition without elements',
)

/** A scheduled program with its own dates, places and price. */
export const ProgramEditionShape = {
  ...identity,
  name: string(),
  program_id: ref('programs'),
  cost: decimal().nullable(),
  cost_scheme: costSchemeField().defaultsTo('student'),
  min_participants: integer().nullable(),
  max_participants: integer().nullable(),
  is_published: boolean().defaultsTo(false),
  start_date: date().nullable(),
  end_date: date().nullable(),
  external_link: string().nullable().requiresFlag(externalLinkFlag),
  current_participants: integer().computed((tx, { id }: EditionRow) =>
    tx.count('program_enrollments', { edition_id: id, state: 'confirmed' }),
  ),
  lms_link: string()
    .nullable()
    .computed((tx, row: EditionRow) => resolveLmsLink(tx, row)),
  custom: customPropertiesField('catalog_variants').hidden(),
  custom_links: customLinksField(),
  created_at: timestamps.created_at.hidden(),
  updated_at: timestamps.updated_at.hidden(),
}

const body = {
  name: string(),
  cost_scheme: choice(costSchemes),
  min_participants: integer().nullable().limitedTo(nonNegative),
  max_participants: integer().nullable().limitedTo(nonNegative),
  is_published: boolean(),
  custom: customPropertiesBody('catalog_variants'),
  custom_associations: customLinksBody('catalog_variants'),
  start_date: date().nullable(),
  end_date: date().nullable(),
  external_link: string().nullable().requiresFlag(externalLinkFlag),
}

const createBody = {
  ...body,
  name: body.name.required(),
  program_id: ref('programs').required(),
  cost: decimal().nullable().limitedTo(nonNegative),
}

const patch = { ...body, cost: decimal().nullable().limitedTo(nonNegative) }

const courseElement = {
  course_id: ref('courses').required(),
  planned_course_id: ref('planned_courses').nullable(),
}

const elementsBody = {
  elements: listOf(
    variant('type', {
      CourseElement: courseElement,
      BlockElement: {
        name: string().required(),
        elements: listOf(variant('type', { CourseElement: courseElement })).required(),
      },
    }),
  ).required(),
}

/** Refuses a missing cost, an end before the start, and a minimum of participants above the maximum. */
function assertEdition(tx: Tx, sent: Partial<EditionRow>, stored?: EditionRow): void {
  assertCost(tx, sent, stored)
  assertDateOrder({ ...stored, ...sent })
  assertParticipantLimits(tx, sent, stored)
}

const flag = 'Programs'
const reads = ['courses:read'] as const
const writes = ['courses:modify'] as const
const path = '/program/editions/{id}'

export default resource(
  'program_editions',
  ProgramEditionShape,
  {
    singular: 'ProgramEdition',
    path: '/program/editions',
    group: 'program-editions',
    flaggedRows: { flag: 'Programs' },
  },
  ({ list, show, create, update, destroy }) => ({
    events: lifecycleEvents('program_edition'),
    companions: [
      {
        table: 'catalog_variants',
        values: ({ id }) => ({ variantable_type: 'Program::Edition', variantable_id: id }),
      },
    ],

    operations: {
      get_program_editions: list({
        scopes: reads,
        flag,
        filters: {
          program_id: customFilter(listOf(string()), ({ program_id }: EditionRow, ids) =>
            ids.includes(String(program_id)),
          ),
        },
      }),
      get_program_edition_by_id: show({ scopes: reads, flag }),
      create_program_edition: create({
        scopes: writes,
        flag,
        body: createBody,
        check: assertEdition,
      }),
      update_program_edition_by_id: update({
        scopes: writes,
        flag,
        body: patch,
        check: assertEdition,
      }),
      delete_program_edition_by_id: destroy({
        scopes: ['courses:destroy'],
        flag,
        unlessReferenced: keepsUsedEdition,
      }),
      get_elements_of_program_edition: operation({
        method: 'GET',
        path: `${path}/elements`,
        scopes: reads,
        flag,
        beta: true,
        ...pagination(),
        presenter: itemPage(ElementShape),
        handle: (tx, { id, query }) => paginateItems(tx, listElements(tx, id), query, true),
      }),
      get_program_edition_of_elements_batch: operation({
        method: 'POST',
        path: `${path}/elements_batch`,
        scopes: writes,
        flag,
        beta: true,
        body: elementsBody,
        presenter: itemList(ElementShape, 201),
        example: (tx) => ({
          params: {
            id: firstIdWithout(tx, 'program_editions', 'program_elements', 'edition_id'),
          },
        }),
        handle(tx, { id, body: { elements } }) {
          tx.logBehaviour(requiresEmptyEdition)
          if (tx.count('program_elements', { edition_id: id }) > 0) {
            throw unprocessable({ elements: ['already exist'] }, requiresEmptyEdition)
          }
          createElements(tx, id, elements)
          return listElements(tx, id)
        },
      }),
    },

    recipe: {
      rowCounts: rowCounts(1, 40, 400),
      repeated: { external_link: renumbered('external_link') },
      generatedAfter: ['custom_field_options'],
      createdBefore: ({ row }) => row['start_date'],
      conflict: offerConflict,
      fields: {
        program_id: ({ number, tx, pick }) => tx.find('programs', number)?.id ?? pick('programs'),
        start_date: ({ row, random, day }) => {
          const preferred = day(random.integer(-60, 20) * 7)
          const end = row['end_date']
          return end && end < preferred ? addDays(end, -random.integer(100, 700)) : preferred
        },
        end_date: ({ row, random }) =>
          row['start_date'] === null ? null : addDays(row['start_date'], random.integer(100, 700)),
        name: ({ row, number: n }) => `Edition ${String(row['start_date'] ?? n).slice(0, 7)}`,
        cost_scheme: (context) =>
          demoCostScheme(context, context.parent('program_id')['cost_scheme']),
        cost: (context) => demoCost(context, context.parent('program_id')['cost']),
        is_published: ({ random }) => random.next() < 0.9,
        max_participants: (context) => demoMaximum(context, context.random.pick([null, 20, 30])),
        custom: demoCustomProperties('catalog_variants'),
        external_link: ({ number, random }) =>
          random.next() < 0.5 ? `https://lms.example.test/programs/${number}` : null,
      },
    },
  }),
)
