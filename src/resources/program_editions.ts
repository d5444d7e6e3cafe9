import {
  amounts,
  assumed,
  behaviour,
  boolean,
  choice,
  created,
  date,
  decimal,
  identity,
  idOfOne,
  integer,
  items,
  lifecycle,
  listOf,
  number,
  oneOf,
  operation,
  paged,
  pageOf,
  pageOfItems,
  record,
  ref,
  resource,
  stamps,
  string,
  unprocessable,
  variant,
} from '../define/define.ts'
import { custom, customBody, customLinks, customLinksBody } from './shared/custom-properties.ts'
import { demoProperties } from './demo/custom-property-values.ts'
import { daysAfter, insistOnOrder } from './shared/dates.ts'
import { elementsOf, ElementShown, plantElements } from './rules/program-elements.ts'
import { insistOnLimits, notNegative } from './shared/number-limits.ts'
import { linkFlag, lmsLinkOf } from './shared/lms-links.ts'
import { costScheme, costSchemes, pricedNew, pricedPatch } from './shared/money.ts'
import type { Rows } from '../generated/rows.ts'

type EditionRow = Rows['program_editions']

const usedEdition = assumed(
  'program_edition.used',
  'an edition with enrollments or orders is kept; 422',
  {
    because: 'enrollments would stand without an edition; the contract lists 422',
    instead: 'an edition can be deleted whatever refers to it',
  },
)
const onlyEmpty = behaviour(
  'program_edition.batch',
  'a batch of elements is for an edition that has none',
)

/** A program on the calendar. */
export const ProgramEdition = {
  ...identity,
  name: string(),
  program_id: ref('programs'),
  cost: decimal().nullable(),
  cost_scheme: costScheme().initially('student'),
  min_participants: integer().nullable(),
  max_participants: integer().nullable(),
  is_published: boolean().initially(false),
  start_date: date().nullable(),
  end_date: date().nullable(),
  external_link: string().nullable().flagged(linkFlag),
  current_participants: integer().computed((tx, { id }: EditionRow) =>
    tx.count('program_enrollments', { edition_id: id, state: 'confirmed' }),
  ),
  lms_link: string()
    .nullable()
    .computed((tx, row: EditionRow) => lmsLinkOf(tx, row)),
  custom: custom('catalog_variants').hidden(),
  custom_links: customLinks(),
  created_at: stamps.created_at.hidden(),
  updated_at: stamps.updated_at.hidden(),
}

const body = {
  name: string(),
  cost_scheme: choice(costSchemes),
  min_participants: integer().nullable().obeying(notNegative),
  max_participants: integer().nullable().obeying(notNegative),
  is_published: boolean(),
  custom: customBody('catalog_variants'),
  custom_associations: customLinksBody('catalog_variants'),
  start_date: date().nullable(),
  end_date: date().nullable(),
  external_link: string().nullable().flagged(linkFlag),
}

const createBody = {
  ...body,
  name: body.name.required(),
  program_id: ref('programs').required(),
  cost: number().nullable().obeying(notNegative),
}

const patch = { ...body, cost: decimal().nullable().obeying(notNegative) }

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

const flag = 'Programs'
const reads = ['courses:read'] as const
const writes = ['courses:modify'] as const
const path = '/program/editions/{id}'

export default resource(
  'program_editions',
  ProgramEdition,
  { one: 'ProgramEdition', path: '/program/editions', group: 'program-editions' },
  ({ list, show, destroy }) => ({
    events: lifecycle('program_edition'),
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
        filters: { program_id: oneOf('program_id') },
      }),
      get_program_edition_by_id: show({ scopes: reads, flag }),
      create_program_edition: operation({
        method: 'POST',
        path: '/program/editions',
        scopes: writes,
        flag,
        body: createBody,
        present: created('program_editions'),
        answer(tx, { body: sent }) {
          const values = pricedNew(tx, createBody, sent)
          insistOnOrder(sent)
          insistOnLimits(tx, sent)
          return tx.insert('program_editions', values)
        },
      }),
      update_program_edition_by_id: operation({
        method: 'PUT',
        path,
        scopes: writes,
        flag,
        body: patch,
        present: record('program_editions'),
        answer(tx, { id, body: sent }) {
          const edition = tx.get('program_editions', id)
          const values = pricedPatch(tx, patch, sent, edition)
          insistOnOrder({ ...edition, ...values })
          insistOnLimits(tx, sent, edition)
          return tx.update('program_editions', id, values)
        },
      }),
      delete_program_edition_by_id: destroy({
        scopes: ['courses:destroy'],
        flag,
        unlessUsed: usedEdition,
      }),
      get_elements_of_program_edition: operation({
        method: 'GET',
        path: `${path}/elements`,
        scopes: reads,
        flag,
        beta: true,
        ...paged(),
        present: pageOfItems(ElementShown),
        answer: (tx, { id, query }) => pageOf(tx, elementsOf(tx, id), query, true),
      }),
      get_program_edition_of_elements_batch: operation({
        method: 'POST',
        path: `${path}/elements_batch`,
        scopes: writes,
        flag,
        beta: true,
        body: elementsBody,
        present: items(ElementShown, 201),
        example: (tx) => ({
          params: {
            id: idOfOne(
              tx,
              'program_editions',
              ({ id }) => tx.count('program_elements', { edition_id: id }) === 0,
            ),
          },
        }),
        answer(tx, { id, body: { elements } }) {
          tx.uses(onlyEmpty)
          if (tx.count('program_elements', { edition_id: id }) > 0) {
            throw unprocessable({ elements: ['are there already'] }, onlyEmpty)
          }
          plantElements(tx, id, elements)
          return elementsOf(tx, id)
        },
      }),
    },

    recipe: {
      amounts: amounts(1, 40, 400),
      after: ['custom_field_options'],
      before: ({ row }) => row['start_date'],
      fields: {
        program_id: ({ number, tx, pick }) => tx.find('programs', number)?.id ?? pick('programs'),
        start_date: ({ chance, day }) => day(chance.integer(-60, 20) * 7),
        end_date: ({ row, chance }) =>
          row['start_date'] === null
            ? null
            : daysAfter(row['start_date'], chance.integer(100, 700)),
        name: ({ row, number: n }) => `Edition ${String(row['start_date'] ?? n).slice(0, 7)}`,
        cost: ({ parent }) => parent('program_id')['cost'],
        cost_scheme: ({ parent }) => parent('program_id')['cost_scheme'],
        is_published: ({ chance }) => chance.next() < 0.9,
        max_participants: ({ chance }) => chance.pick([null, 20, 30]),
        custom: demoProperties('catalog_variants'),
        external_link: ({ number, chance }) =>
          chance.next() < 0.5 ? `https://lms.example.test/programs/${number}` : null,
      },
    },
  }),
)
