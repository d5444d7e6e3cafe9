import * as d from '../../engine/define/define.ts'
import { fill, textsIn } from '../demo/demo-texts.ts'
import {
  customPropertiesField,
  customPropertiesBody,
  customLinksField,
  customLinksBody,
} from '../fields/custom-properties.ts'
import { demoCustomProperties } from '../demo/custom-property-values.ts'
import { addDays, assertDateOrder } from '../fields/dates.ts'
import {
  listElements,
  ElementShape,
  createElements,
  plannedCourseBody,
} from '../rules/program-elements.ts'
import { assertParticipantLimits, nonNegative } from '../fields/number-limits.ts'
import { externalLinkBody, externalLinkFlag, resolveLmsLink } from '../fields/lms-links.ts'
import { assertCost, costSchemeField, costSchemes } from '../fields/money.ts'
import type { Rows } from '../generated/rows.ts'
import { demoCost, demoCostScheme, demoMaximum, offerConflict } from '../demo/offer-values.ts'
import { renumbered } from '../demo/repeated-fields.ts'
import { flaggedPrograms } from '../rules/flagged-programs.ts'
import { keepsUsedEdition, requiresEmptyEdition } from '../behaviours/planning.ts'

type EditionRow = Rows['program_editions']

const ProgramEditionShape = {
  ...d.identity,
  name: d.string(),
  program_id: d.ref('programs'),
  cost: d.decimal().nullable(),
  cost_scheme: costSchemeField().defaultsTo('student'),
  min_participants: d.integer().nullable(),
  max_participants: d.integer().nullable(),
  is_published: d.boolean().defaultsTo(false),
  start_date: d.date().nullable(),
  end_date: d.date().nullable(),
  external_link: d.string().nullable().requiresFlag(externalLinkFlag),
  current_participants: d
    .integer()
    .computed((tx, { id }: EditionRow) =>
      tx.count('program_enrollments', { edition_id: id, state: 'confirmed' }),
    ),
  lms_link: d
    .string()
    .nullable()
    .computed((tx, row: EditionRow) => resolveLmsLink(tx, row)),
  custom: customPropertiesField('catalog_variants').hidden(),
  custom_links: customLinksField(),
  created_at: d.timestamps.created_at.hidden(),
  updated_at: d.timestamps.updated_at.hidden(),
}

const body = {
  name: d.string(),
  cost_scheme: d.choice(costSchemes),
  min_participants: d.integer().nullable().limitedTo(nonNegative),
  max_participants: d.integer().nullable().limitedTo(nonNegative),
  is_published: d.boolean(),
  custom: customPropertiesBody('catalog_variants'),
  custom_associations: customLinksBody('catalog_variants'),
  start_date: d.date().nullable(),
  end_date: d.date().nullable(),
  external_link: externalLinkBody(),
}

const createBody = {
  ...body,
  name: body.name.required(),
  program_id: d.ref('programs').required(),
  cost: d.decimal().nullable().limitedTo(nonNegative),
}

const patch = { ...body, cost: d.decimal().nullable().limitedTo(nonNegative) }

const courseElement = {
  course_id: d.ref('courses').required(),
  planned_course_id: plannedCourseBody(),
}

const elementsBody = {
  elements: d
    .listOf(
      d.variant('type', {
        CourseElement: courseElement,
        BlockElement: {
          name: d.string().required(),
          elements: d.listOf(d.variant('type', { CourseElement: courseElement })).required(),
        },
      }),
    )
    .required(),
}

/** Refuses a missing cost, an end before the start, and a minimum of participants above the maximum. */
function assertEdition(tx: d.Tx, sent: Partial<EditionRow>, stored?: EditionRow): void {
  assertCost(tx, sent, stored)
  assertDateOrder({ ...stored, ...sent })
  assertParticipantLimits(tx, sent, stored)
}

const reads = ['courses:read'] as const
const writes = ['courses:modify'] as const
const path = '/program/editions/{id}'

export default d.resource(
  'program_editions',
  ProgramEditionShape,
  {
    singular: 'ProgramEdition',
    path: '/program/editions',
    group: 'program-editions',
    flaggedRows: flaggedPrograms,
  },
  ({ list, show, create, update, destroy }) => ({
    description: 'A scheduled program with its own dates, places and price.',

    events: d.lifecycleEvents('program_edition'),
    companions: [
      {
        table: 'catalog_variants',
        values: ({ id }) => ({ variantable_type: 'Program::Edition', variantable_id: id }),
      },
    ],

    operations: {
      get_program_editions: list({
        scopes: reads,
        filters: {
          program_id: d.customFilter(d.listOf(d.string()), ({ program_id }: EditionRow, ids) =>
            ids.includes(String(program_id)),
          ),
        },
      }),
      get_program_edition_by_id: show({ scopes: reads }),
      create_program_edition: create({ scopes: writes, body: createBody, check: assertEdition }),
      update_program_edition_by_id: update({ scopes: writes, body: patch, check: assertEdition }),
      delete_program_edition_by_id: destroy({
        scopes: ['courses:destroy'],
        unlessReferenced: keepsUsedEdition,
      }),
      get_elements_of_program_edition: d.operation({
        method: 'GET',
        path: `${path}/elements`,
        scopes: reads,
        beta: true,
        ...d.pagination(),
        presenter: d.itemPage(ElementShape),
        handle: (tx, { id, query }) => d.paginateItems(tx, listElements(tx, id), query, true),
      }),
      get_program_edition_of_elements_batch: d.operation({
        method: 'POST',
        path: `${path}/elements_batch`,
        scopes: writes,
        beta: true,
        body: elementsBody,
        presenter: d.itemList(ElementShape, 201),
        example: d.exampleWhere(
          'program_editions',
          ({ id }, tx) => tx.count('program_elements', { edition_id: id }) === 0,
        ),
        handle(tx, { id, body: { elements } }) {
          tx.logBehaviour(requiresEmptyEdition)
          if (tx.count('program_elements', { edition_id: id }) > 0) {
            throw d.unprocessable({ elements: ['already exist'] }, requiresEmptyEdition)
          }
          createElements(tx, id, elements)
          return listElements(tx, id)
        },
      }),
    },

    recipe: {
      rowCounts: d.rowCounts(1, 40, 400),
      numbered: { external_link: renumbered('external_link') },
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
        name: ({ row, number: n, locale }) =>
          fill(textsIn(locale).programs.edition, {
            month: String(row['start_date'] ?? n).slice(0, 7),
          }),
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
