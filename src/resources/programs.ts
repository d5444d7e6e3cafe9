import {
  rowCounts,
  assumed,
  boolean,
  choice,
  created,
  decimal,
  identity,
  lifecycleEvents,
  listOf,
  object,
  operation,
  record,
  ref,
  refs,
  resource,
  timestamps,
  string,
  customValue,
  toStoredValues,
} from '../define/define.ts'
import {
  customPropertiesField,
  customPropertiesBody,
  customLinksField,
  customLinksBody,
} from './shared/custom-properties.ts'
import { demoCustomProperties } from './demo/custom-property-values.ts'
import { demoCostScheme, offerConflict } from './demo/offer-values.ts'
import { nonNegative } from './shared/number-limits.ts'
import { formatAmountOrNull, costSchemeField, costSchemes, assertCost } from './shared/money.ts'
import { tenantUrl } from './shared/tenant-urls.ts'
import { labelsBody } from './shared/labels.ts'
import { slugBody, withStoredSlug } from './shared/slug-field.ts'
import { freeSlug } from './shared/slugs.ts'
import {
  mergeCourseTabContents,
  CourseTabContentShape,
  courseTabContentsCreateBody,
} from './shared/course-tab-contents.ts'
import type { Rows } from '../generated/rows.ts'
import { numberedName } from './demo/demo-names.ts'
import { repeatedNameNumber, repeatedSlug } from './demo/repeated-fields.ts'

type ProgramRow = Rows['programs']

const keepsUsedProgram = assumed(
  'program.used',
  'deleting a program with editions is refused with 422',
  {
    reason: 'editions need a program, and the contract lists 422',
    alternatives: { alternative: 'a program can be deleted while records refer to it' },
  },
)

/** A program that consists of several courses. */
export const ProgramShape = {
  ...identity,
  name: string(),
  cost: decimal().nullable(),
  cost_scheme: costSchemeField(),
  is_published: boolean().defaultsTo(false),
  category_id: ref('categories'),
  conditions: string().nullable(),
  slug: string()
    .unique()
    .defaultsTo((tx, row: ProgramRow) => freeSlug(tx, 'programs', row)),
  signup_url: string().computed((tx, { slug }: ProgramRow) => tenantUrl(tx, `/signup/${slug}`)),
  avatar: string().defaultsTo('program.png').hidden(),
  label_ids: refs('labels').hidden(),
  custom: customPropertiesField('catalog_products').hidden(),
  custom_links: customLinksField(),
  course_tab_contents: listOf(CourseTabContentShape).hidden().indexed(),
  created_at: timestamps.created_at.hidden(),
  updated_at: timestamps.updated_at.hidden(),
}

const body = {
  name: string(),
  category_id: ref('categories'),
  cost_scheme: choice(costSchemes),
  is_published: boolean(),
  label_ids: labelsBody('Catalog::Product'),
  custom: customPropertiesBody('catalog_products'),
  custom_associations: customLinksBody('catalog_products'),
  course_tab_contents_attributes: courseTabContentsCreateBody(),
  avatar: string().deprecated(),
  conditions: string().nullable().deprecated(),
  signup_answers_attributes: listOf(
    object({
      signup_question_id: ref('signup_questions').required(),
      value: customValue().required(),
    }),
  ).deprecated(),
}

const createBody = {
  ...body,
  name: body.name.required(),
  category_id: body.category_id.required(),
  cost_scheme: body.cost_scheme.required(),
  cost: decimal().nullable().limitedTo(nonNegative),
  slug: slugBody().deprecated(),
}

const patch = { ...body, cost: decimal().nullable().limitedTo(nonNegative), slug: slugBody() }

const flag = 'Programs'
const reads = ['courses:read'] as const
const writes = ['courses:modify'] as const

export default resource(
  'programs',
  ProgramShape,
  {
    singular: 'Program',
    path: '/program/programs',
    group: 'program-programs',
    flaggedRows: { flag: 'Programs' },
  },
  ({ list, show, destroy }) => ({
    events: lifecycleEvents('program'),
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
        presenter: created('programs'),
        handle(tx, { body: sent }) {
          const {
            course_tab_contents_attributes: contents,
            signup_answers_attributes: _,
            ...rest
          } = withStoredSlug(sent)
          assertCost(tx, rest)
          return tx.insert('programs', {
            ...toStoredValues(createBody, rest),
            course_tab_contents: mergeCourseTabContents(tx, [], contents),
          })
        },
      }),
      update_program_by_id: operation({
        method: 'PUT',
        path: '/program/programs/{id}',
        scopes: writes,
        flag,
        body: patch,
        presenter: record('programs'),
        handle(tx, { id, body: sent }) {
          const {
            course_tab_contents_attributes: contents,
            signup_answers_attributes: _,
            ...rest
          } = withStoredSlug(sent)
          const program = tx.get('programs', id)
          const values = toStoredValues(patch, rest, program)
          assertCost(tx, rest, program)
          const course_tab_contents = mergeCourseTabContents(
            tx,
            program.course_tab_contents,
            contents,
          )
          return tx.update('programs', id, { ...values, course_tab_contents })
        },
      }),
      delete_program_by_id: destroy({
        scopes: ['courses:destroy'],
        flag,
        unlessReferenced: keepsUsedProgram,
      }),
    },

    recipe: {
      rowCounts: rowCounts(1, 32, 200),
      repeated: {
        name: (context) =>
          demoProgramName(
            repeatedNameNumber(context, 'programs', levels.length * programSubjects.length),
          ),
        slug: repeatedSlug,
      },
      generatedAfter: ['custom_field_options', 'custom_records'],
      conflict: offerConflict,
      fields: {
        name: ({ number }) => demoProgramName(number),
        category_id: ({ number, pick }) => {
          const [, shelf] = programSubject(number)
          return pick('categories', ({ name }) => name.startsWith(shelf)) ?? pick('categories')
        },
        cost_scheme: (context) =>
          demoCostScheme(context, context.random.pick(['student', 'student', 'order', 'free'])),
        cost: ({ row, random }) =>
          row['cost_scheme'] === 'free' ? null : formatAmountOrNull(random.integer(20, 180) * 100),
        is_published: ({ random }) => random.next() < 0.85,
        custom: demoCustomProperties('catalog_products'),
        created_at: ({ random, timestamp }) =>
          timestamp(-random.integer(500, 990), random.integer(8, 18)),
      },
    },
  }),
)

const levels = ['Bachelor', 'Master', 'Diploma', 'Certificate'] as const
/** Subjects of demo programs, with their category. */
const programSubjects = [
  ['Business Administration', 'Leadership'],
  ['Nursing', 'Health'],
  ['Data Science', 'Technology'],
  ['Education', 'Teaching'],
  ['Logistics', 'Safety'],
  ['Law', 'Law'],
  ['Psychology', 'Health'],
  ['Accountancy', 'Finance'],
] as const

const programSubject = (number: number) =>
  programSubjects[
    Math.floor((number - 1) / levels.length) % programSubjects.length
  ] as (typeof programSubjects)[number]

/** The forms and languages that distinguish programs with the same subject. */
const programForms = ['', 'Part-Time', 'Evening', 'Online', 'Weekend', 'Honours'] as const
const programLanguages = ['', 'in English', 'in German', 'in French'] as const

/** Returns a program name. A name repeats only after all names have been used. */
function demoProgramName(number: number): string {
  const index = number - 1
  const name = `${levels[index % levels.length]} of ${programSubject(number)[0]}`
  const round = Math.floor(index / (levels.length * programSubjects.length))
  const form = programForms[round % programForms.length]
  const turn = Math.floor(round / programForms.length)
  const variant = [form, programLanguages[turn % programLanguages.length]].filter(Boolean).join(' ')
  return numberedName(
    variant === '' ? name : `${name} (${variant})`,
    Math.floor(turn / programLanguages.length),
  )
}
