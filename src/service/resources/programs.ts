import * as d from '../../engine/define/define.ts'
import { demoTexts, fill, textsIn } from '../demo/demo-texts.ts'
import {
  customPropertiesField,
  customPropertiesBody,
  customLinksField,
  customLinksBody,
} from '../fields/custom-properties.ts'
import { demoCustomProperties } from '../demo/custom-property-values.ts'
import { demoCostScheme, offerConflict } from '../demo/offer-values.ts'
import { nonNegative } from '../fields/number-limits.ts'
import { formatAmountOrNull, costSchemeField, costSchemes, assertCost } from '../fields/money.ts'
import { offerPictureField } from '../fields/pictures.ts'
import { tenantUrl } from '../fields/tenant-urls.ts'
import { labelsBody } from '../fields/labels.ts'
import { slugBody, withStoredSlug } from '../fields/slug-field.ts'
import { freeSlug } from '../fields/slugs.ts'
import {
  mergeCourseTabContents,
  CourseTabContentShape,
  courseTabContentsCreateBody,
} from '../fields/course-tab-contents.ts'
import { subjectAreaFor } from '../demo/catalog-names.ts'
import type { Rows } from '../generated/rows.ts'
import { numberedName } from '../demo/demo-names.ts'
import { numberedSlug, repeatedNameNumber } from '../demo/repeated-fields.ts'
import { demoTimeInCatalog } from '../demo/timestamps.ts'
import { flaggedPrograms } from '../rules/flagged-programs.ts'
import { keepsUsedProgram } from '../behaviours/catalog.ts'

type ProgramRow = Rows['programs']
type Locale = d.RecipeContext['locale']

const ProgramShape = {
  ...d.identity,
  name: d.string(),
  cost: d.decimal().nullable(),
  cost_scheme: costSchemeField(),
  is_published: d.boolean().defaultsTo(false),
  category_id: d.ref('categories'),
  conditions: d.string().nullable(),
  slug: d
    .string()
    .unique()
    .defaultsTo((tx, row: ProgramRow) => freeSlug(tx, 'programs', row)),
  signup_url: d.string().computed((tx, { slug }: ProgramRow) => tenantUrl(tx, `/signup/${slug}`)),
  avatar: offerPictureField('programs').hidden(),
  label_ids: d.refs('labels').hidden(),
  custom: customPropertiesField('catalog_products').hidden(),
  custom_links: customLinksField(),
  course_tab_contents: d.listOf(CourseTabContentShape).hidden().indexed(),
  created_at: d.timestamps.created_at.hidden(),
  updated_at: d.timestamps.updated_at.hidden(),
}

const body = {
  name: d.string(),
  category_id: d.ref('categories'),
  cost_scheme: d.choice(costSchemes),
  is_published: d.boolean(),
  label_ids: labelsBody('Catalog::Product'),
  custom: customPropertiesBody('catalog_products'),
  custom_associations: customLinksBody('catalog_products'),
  course_tab_contents_attributes: courseTabContentsCreateBody(),
  avatar: d.string().deprecated(),
  conditions: d.string().nullable().deprecated(),
  signup_answers_attributes: d
    .listOf(
      d.object({
        signup_question_id: d.ref('signup_questions').required(),
        value: d.customValue().required(),
      }),
    )
    .deprecated(),
}

const createBody = {
  ...body,
  name: body.name.required(),
  category_id: body.category_id.required(),
  cost_scheme: body.cost_scheme.required(),
  cost: d.decimal().nullable().limitedTo(nonNegative),
  slug: slugBody().deprecated(),
}

const patch = { ...body, cost: d.decimal().nullable().limitedTo(nonNegative), slug: slugBody() }

const reads = ['courses:read'] as const
const writes = ['courses:modify'] as const

const repeatedProgramNumber = repeatedNameNumber('programs', {
  nameOf: demoProgramName,
  cycle: demoTexts.en.programs.levels.length * demoTexts.en.programs.subjects.length,
})

export default d.resource(
  'programs',
  ProgramShape,
  {
    singular: 'Program',
    path: '/program/programs',
    group: 'program-programs',
    flaggedRows: flaggedPrograms,
  },
  ({ list, show, destroy }) => ({
    description: 'A program that consists of several courses.',

    events: d.lifecycleEvents('program'),
    companions: [
      {
        table: 'catalog_products',
        values: ({ id }) => ({ productable_type: 'Program::Program', productable_id: id }),
      },
    ],

    operations: {
      get_programs: list({ scopes: reads }),
      get_program_by_id: show({ scopes: reads }),
      create_program: d.operation({
        method: 'POST',
        path: '/program/programs',
        scopes: writes,
        body: createBody,
        presenter: d.created('programs'),
        handle(tx, { body: sent }) {
          const {
            course_tab_contents_attributes: contents,
            signup_answers_attributes: _,
            ...rest
          } = withStoredSlug(sent)
          assertCost(tx, rest)
          return tx.insert('programs', {
            ...d.toStoredValues(createBody, rest),
            course_tab_contents: mergeCourseTabContents(tx, [], contents),
          })
        },
      }),
      update_program_by_id: d.operation({
        method: 'PUT',
        path: '/program/programs/{id}',
        scopes: writes,
        body: patch,
        presenter: d.record('programs'),
        handle(tx, { id, body: sent }) {
          const {
            course_tab_contents_attributes: contents,
            signup_answers_attributes: _,
            ...rest
          } = withStoredSlug(sent)
          const program = tx.get('programs', id)
          const values = d.toStoredValues(patch, rest, program)
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
        unlessReferenced: keepsUsedProgram,
      }),
    },

    recipe: {
      rowCounts: d.rowCounts(1, 32, 200),
      repeated: {
        name: (context) => demoProgramName(repeatedProgramNumber(context), context.locale),
      },
      numbered: { slug: numberedSlug },
      generatedAfter: ['custom_field_options', 'custom_records'],
      conflict: offerConflict,
      fields: {
        name: ({ number, locale }) => demoProgramName(number, locale),
        category_id: ({ number, pick, locale }) => {
          const shelf = subjectAreaFor(programSubject(number, locale).area + 1, locale)
          return pick('categories', ({ name }) => name.startsWith(shelf)) ?? pick('categories')
        },
        cost_scheme: (context) =>
          demoCostScheme(context, context.random.pick(['student', 'student', 'order', 'free'])),
        cost: ({ row, random }) =>
          row['cost_scheme'] === 'free' ? null : formatAmountOrNull(random.integer(20, 180) * 100),
        is_published: ({ random }) => random.next() < 0.85,
        custom: demoCustomProperties('catalog_products'),
        created_at: (context) => demoTimeInCatalog(context, 32),
      },
    },
  }),
)

function programSubject(number: number, locale: Locale) {
  const { levels, subjects } = textsIn(locale).programs
  const index = Math.floor((number - 1) / levels.length) % subjects.length
  return subjects[index] as (typeof subjects)[number]
}

/** Returns a program name. A name repeats only after all names have been used. */
function demoProgramName(number: number, locale: Locale): string {
  const { name, levels, subjects, forms, languages } = textsIn(locale).programs
  const index = number - 1
  const level = levels[index % levels.length] as string
  const plain = fill(name, { level, subject: programSubject(number, locale).name })
  const round = Math.floor(index / (levels.length * subjects.length))
  const turn = Math.floor(round / forms.length)
  const parts = [forms[round % forms.length], languages[turn % languages.length]].filter(Boolean)
  return numberedName(
    parts.length === 0 ? plain : `${plain} (${parts.join(' ')})`,
    Math.floor(turn / languages.length),
  )
}
