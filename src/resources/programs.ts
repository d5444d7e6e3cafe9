import {
  amounts,
  assumed,
  boolean,
  choice,
  created,
  decimal,
  identity,
  integer,
  lifecycle,
  listOf,
  object,
  operation,
  record,
  ref,
  refs,
  resource,
  stamps,
  string,
  value,
} from '../define/define.ts'
import { custom, customBody, customLinks, customLinksBody } from './shared/custom-properties.ts'
import { demoProperties } from './demo/custom-property-values.ts'
import { notNegative } from './shared/number-limits.ts'
import { amountOrNull, costScheme, costSchemes, pricedNew, pricedPatch } from './shared/money.ts'
import { siteUrl } from './shared/tenant-urls.ts'
import { slugWithId } from './shared/slugs.ts'
import { storedContents, TabContent, tabContentsBody } from './shared/course-tab-contents.ts'
import type { Rows } from '../generated/rows.ts'

type ProgramRow = Rows['programs']

const usedProgram = assumed('program.used', 'a program that has editions is kept; 422', {
  because: 'its editions would stand without a program; the contract lists 422',
  instead: 'a program can be deleted whatever refers to it',
})

/** A longer education, made of several courses. */
export const Program = {
  ...identity,
  name: string(),
  cost: decimal().nullable(),
  cost_scheme: costScheme(),
  is_published: boolean().initially(false),
  category_id: ref('categories'),
  conditions: string().nullable(),
  slug: string()
    .unique()
    .initially((_, row: ProgramRow) => slugWithId(row.name, row.id)),
  signup_url: string().computed((tx, { slug }: ProgramRow) => siteUrl(tx, `/signup/${slug}`)),
  avatar: string().initially('program.png').hidden(),
  label_ids: refs('labels').hidden(),
  custom: custom('catalog_products').hidden(),
  custom_links: customLinks(),
  course_tab_contents: listOf(TabContent).hidden(),
  created_at: stamps.created_at.hidden(),
  updated_at: stamps.updated_at.hidden(),
}

const body = {
  name: string(),
  category_id: ref('categories'),
  cost_scheme: choice(costSchemes),
  is_published: boolean(),
  label_ids: refs('labels'),
  custom: customBody('catalog_products'),
  custom_associations: customLinksBody('catalog_products'),
  course_tab_contents_attributes: tabContentsBody(),
  avatar: string().deprecated(),
  conditions: string().nullable().deprecated(),
  signup_answers_attributes: listOf(
    object({ signup_question_id: ref('signup_questions').required(), value: value().required() }),
  ).deprecated(),
}

const createBody = {
  ...body,
  name: body.name.required(),
  category_id: body.category_id.required(),
  cost_scheme: body.cost_scheme.required(),
  cost: integer().nullable().obeying(notNegative),
  slug: string().deprecated(),
}

const patch = { ...body, cost: decimal().nullable().obeying(notNegative), slug: string() }

const flag = 'Programs'
const reads = ['courses:read'] as const
const writes = ['courses:modify'] as const

export default resource(
  'programs',
  Program,
  { one: 'Program', path: '/program/programs', group: 'program-programs' },
  ({ list, show, destroy }) => ({
    events: lifecycle('program'),
    companions: [
      {
        table: 'catalog_products',
        values: ({ id }) => ({ productable_type: 'Program::Program', productable_id: id }),
      },
    ],

    operations: {
      get_programs: list({ scopes: reads, flag }),
      get_program_by_id: show({ scopes: reads, flag }),
      create_program: operation({
        method: 'POST',
        path: '/program/programs',
        scopes: writes,
        flag,
        body: createBody,
        present: created('programs'),
        answer(tx, { body: sent }) {
          const {
            course_tab_contents_attributes: contents,
            signup_answers_attributes: _,
            ...rest
          } = sent
          return tx.insert('programs', {
            ...pricedNew(tx, createBody, rest),
            course_tab_contents: storedContents([], contents),
          })
        },
      }),
      update_program_by_id: operation({
        method: 'PUT',
        path: '/program/programs/{id}',
        scopes: writes,
        flag,
        body: patch,
        present: record('programs'),
        answer(tx, { id, body: sent }) {
          const {
            course_tab_contents_attributes: contents,
            signup_answers_attributes: _,
            ...rest
          } = sent
          const program = tx.get('programs', id)
          const values = pricedPatch(tx, patch, rest, program)
          const course_tab_contents = storedContents(program.course_tab_contents, contents)
          return tx.update('programs', id, { ...values, course_tab_contents })
        },
      }),
      delete_program_by_id: destroy({ scopes: ['courses:destroy'], flag, unlessUsed: usedProgram }),
    },

    recipe: {
      amounts: amounts(1, 32, 200),
      after: ['custom_field_options', 'custom_records'],
      fields: {
        name: ({ number }) => programName(number),
        category_id: ({ number, pick }) => {
          const [, shelf] = fieldAt(number)
          return pick('categories', ({ name }) => name.startsWith(shelf)) ?? pick('categories')
        },
        cost_scheme: ({ chance }) => chance.pick(['student', 'student', 'order', 'free']),
        cost: ({ row, chance }) =>
          row['cost_scheme'] === 'free' ? null : amountOrNull(chance.integer(20, 180) * 100),
        is_published: ({ chance }) => chance.next() < 0.85,
        custom: demoProperties('catalog_products'),
        created_at: ({ chance, moment }) =>
          moment(-chance.integer(500, 990), chance.integer(8, 18)),
      },
    },
  }),
)

const levels = ['Bachelor', 'Master', 'Diploma', 'Certificate'] as const
/** What can be studied, with the shelf on which it stands. */
const fields = [
  ['Business Administration', 'Leadership'],
  ['Nursing', 'Health'],
  ['Data Science', 'Technology'],
  ['Education', 'Teaching'],
  ['Logistics', 'Safety'],
  ['Law', 'Law'],
  ['Psychology', 'Health'],
  ['Accountancy', 'Finance'],
] as const

const fieldAt = (number: number) =>
  fields[Math.floor((number - 1) / levels.length) % fields.length] as (typeof fields)[number]

/** A name that no other program has until all have been used. */
function programName(number: number): string {
  const place = number - 1
  const name = `${levels[place % levels.length]} of ${fieldAt(number)[0]}`
  const round = Math.floor(place / (levels.length * fields.length))
  return round === 0 ? name : `${name} ${round + 1}`
}
