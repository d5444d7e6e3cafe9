import * as d from '../../engine/define/define.ts'
import {
  courseNameCycle,
  demoCourseNameAndLevel,
  demoCourseText,
  subjectAreaFor,
} from '../demo/catalog-names.ts'
import { demoDurations } from '../demo/course-durations.ts'
import {
  customPropertiesField,
  customPropertiesBody,
  customLinksField,
  customLinksBody,
} from '../fields/custom-properties.ts'
import { demoCustomProperties } from '../demo/custom-property-values.ts'
import { demoCostScheme, offerConflict } from '../demo/offer-values.ts'
import { demoLabelIds } from '../demo/labels.ts'
import { nonNegative } from '../fields/number-limits.ts'
import {
  type CostScheme,
  formatAmountOrNull,
  costSchemeField,
  assertCost,
} from '../fields/money.ts'
import { conditionsOrDefault } from '../fields/default-conditions.ts'
import { nextPosition } from '../fields/sequence-numbers.ts'
import { offerPictureField } from '../fields/pictures.ts'
import { tenantUrl } from '../fields/tenant-urls.ts'
import { isBookable } from '../rules/catalog-offers.ts'
import { slugHistoryAfter, slugWithId } from '../fields/slugs.ts'
import {
  mergeCourseTabContents,
  nextTabContentId,
  CourseTabContentShape,
  courseTabContentsCreateBody,
  courseTabContentsUpdateBody,
} from '../fields/course-tab-contents.ts'
import type { Rows } from '../generated/rows.ts'
import { numberedSlug, repeatedNameNumber } from '../demo/repeated-fields.ts'
import { demoTimeInCatalog } from '../demo/timestamps.ts'
import { foundBySlug, slugFollowsName, startingPriceRule } from '../behaviours/catalog.ts'

type CourseRow = Rows['courses']

const CourseShape = {
  ...d.identity,
  position: d
    .integer()
    .indexed()
    .defaultsTo((tx) => nextPosition(tx, 'courses')),
  slug: d
    .string()
    .unique()
    .defaultsTo((_, row: CourseRow) => slugWithId(row.name, row.id)),
  slug_history: d.listOf(d.string()),
  avatar: offerPictureField('courses'),
  avatar_url: offerPictureField('courses'),
  avatar_thumb_url: offerPictureField('thumbs'),
  website_url: d.string().nullable(),
  certificate_template_id: d.integer().nullable(),
  category_id: d.ref('categories'),
  department_id: d.ref('departments').nullable().requiresFlag('Departments'),
  name: d.string(),
  code: d.string(),
  duration: d.string().nullable(),
  level: d.string().nullable(),
  meta_title: d.string().nullable().deprecated(),
  meta_description: d.string().nullable().deprecated(),
  result: d.string().nullable(),
  label_ids: d.refs('labels'),
  cost: d.decimal().nullable(),
  cost_scheme: costSchemeField().defaultsTo('student'),
  include_in_academic_transcript: d.boolean().defaultsTo(true),
  is_published: d.boolean().defaultsTo(false),
  custom: customPropertiesField('catalog_products'),
  ...d.timestamps,
  starting_price: d
    .decimal()
    .nullable()
    .computed((tx, row: CourseRow) => startingPrice(tx, row)),
  signup_url: d.string().computed((tx, { slug }: CourseRow) => tenantUrl(tx, `/signup/${slug}`)),
  conditions_or_default: d
    .string()
    .nullable()
    .computed((_, { conditions }: CourseRow) => conditionsOrDefault(conditions)),
  conditions: d.string().nullable().hidden(),
  course_tab_contents: d.listOf(CourseTabContentShape).hidden().indexed(),
  custom_links: customLinksField(),
}

function startingPrice(tx: d.Tx, { id, cost }: CourseRow): string | null {
  tx.logBehaviour(startingPriceRule)
  const costs = tx
    .where('planned_courses', { course_id: id })
    .filter((planned) => planned.is_published && isBookable(tx, planned))
    .flatMap((planned) => (planned.cost === null ? [] : [Number(planned.cost)]))
  return costs.length > 0 ? formatAmountOrNull(Math.min(...costs)) : cost
}

const deprecatedFields = {
  meta_title: d.string().nullable().deprecated(),
  meta_description: d.string().nullable().deprecated(),
  result: d.string().nullable().deprecated(),
  conditions: d.string().deprecated(),
  duration: d.string().nullable().deprecated(),
  level: d.string().nullable().deprecated(),
}

const body = {
  category_id: d.ref('categories'),
  name: d.string(),
  code: d.string(),
  cost_scheme: costSchemeField(),
  cost: d.decimal().nullable().limitedTo(nonNegative),
  is_published: d.boolean(),
  custom: customPropertiesBody('catalog_products'),
  custom_associations: customLinksBody('catalog_products'),
  course_tab_contents_attributes: courseTabContentsUpdateBody(),
  ...deprecatedFields,
}

const createBody = {
  ...body,
  category_id: body.category_id.required(),
  name: body.name.required(),
  code: body.code.required(),
  course_tab_contents_attributes: courseTabContentsCreateBody(),
}

const reads = ['courses:read'] as const
const writes = ['courses:modify', 'courses:read'] as const

const options = {
  singular: 'Course',
  usesSlugs: { formerSlugs: 'slug_history', assumption: foundBySlug },
}

export default d.resource('courses', CourseShape, options, ({ list, show }) => ({
  description: 'A course in the catalog, which can be planned many times.',

  events: d.lifecycleEvents('course'),
  companions: [
    {
      table: 'catalog_products',
      values: ({ id }) => ({ productable_type: 'Course', productable_id: id }),
    },
  ],

  operations: {
    get_courses: list({
      scopes: reads,
      filters: {
        published: d.isTrue('published', 'is_published'),
        id: d.deprecatedFilter(d.oneOf('id')),
      },
    }),
    get_course_by_id: show({ scopes: reads }),

    create_course: d.operation({
      method: 'POST',
      path: '/courses',
      scopes: writes,
      body: createBody,
      presenter: d.created('courses'),
      handle(tx, { body: sent }) {
        const { course_tab_contents_attributes: contents, ...rest } = sent
        assertCost(tx, rest)
        return tx.insert('courses', {
          ...d.toStoredValues(createBody, rest),
          course_tab_contents: mergeCourseTabContents(tx, [], contents),
        })
      },
    }),

    update_course_by_id: d.operation({
      method: 'PUT',
      path: '/courses/{id}',
      scopes: writes,
      body,
      presenter: d.record('courses'),
      handle(tx, { id, body: { course_tab_contents_attributes: contents, ...sent } }) {
        const course = tx.get('courses', id)
        const values: Partial<CourseRow> = d.toStoredValues(body, sent, course)
        assertCost(tx, sent, course)
        const renamed = sent.name !== undefined && sent.name !== course.name
        if (renamed && tx.assumes(slugFollowsName)) {
          const slug = slugWithId(sent.name as string, id)
          values.slug = slug
          values.slug_history = slugHistoryAfter(course, slug)
        }
        const course_tab_contents = mergeCourseTabContents(tx, course.course_tab_contents, contents)
        return tx.update('courses', id, { ...values, course_tab_contents })
      },
    }),
  },

  recipe: {
    rowCounts: d.rowCounts(3, 40, 2_000),
    repeated: {
      name: (context) => repeatedNameAndLevel(context).name,
      level: (context) => repeatedNameAndLevel(context).level,
    },
    numbered: {
      code: ({ row }) => courseCode(row['name'], row['id']),
      slug: numberedSlug,
      position: ({ row }) => row['id'],
      course_tab_contents: numberedContents,
    },
    generatedAfter: ['custom_field_options', 'custom_records'],
    conflict: offerConflict,
    fields: {
      name: ({ number, locale }) => demoCourseNameAndLevel(number, locale).name,
      level: ({ number, locale }) => demoCourseNameAndLevel(number, locale).level,
      category_id: ({ number, pick, tx, locale }) => {
        const area = subjectAreaFor(number, locale)
        return (
          pick('categories', ({ name }) => name.startsWith(area)) ??
          // Note: few picks can miss the only category of the area. Worlds without a language keep their rows.
          (locale && tx.where('categories', { name: area })[0]?.id) ??
          pick('categories')
        )
      },
      code: ({ row, number }) => courseCode(row['name'], number),
      duration: ({ random, locale }) => random.pick(demoDurations(locale)),
      cost_scheme: (context) =>
        demoCostScheme(context, demoSchemes[context.number % demoSchemes.length] ?? 'student'),
      cost: ({ row, random }) =>
        row['cost_scheme'] === 'free' || row['cost_scheme'] === 'tbd'
          ? null
          : formatAmountOrNull(random.integer(4, 60) * 50),
      is_published: ({ parent, random }) =>
        parent('category_id')['is_published'] && random.next() < 0.95,
      // A course is older than its planned courses.
      created_at: (context) => demoTimeInCatalog(context, 40),
      department_id: ({ random, pick }) => (random.next() < 0.5 ? pick('departments') : null),
      website_url: () => null,
      label_ids: ({ random, tx }) => demoLabelIds(tx, 'Catalog::Product', random),
      custom: demoCustomProperties('catalog_products'),
      course_tab_contents: ({ row, tx, parent, number, locale }) => {
        const category = parent('category_id')['name']
        const content = demoCourseText(row['name'], category, number, locale)
        return [{ id: nextTabContentId(tx), course_tab_id: 1, content }]
      },
    },
  },
}))

const repeatedCourseNumber = repeatedNameNumber('courses', {
  nameOf: (number, locale) => demoCourseNameAndLevel(number, locale).name,
  cycle: courseNameCycle,
})

const repeatedNameAndLevel = (context: d.RepeatContext) =>
  demoCourseNameAndLevel(repeatedCourseNumber(context), context.locale)

/** Most courses have a price; for some it is still to be determined. */
const demoSchemes: readonly CostScheme[] = [
  ...(['student', 'student', 'student', 'order', 'student', 'student', 'free'] as const),
  ...(['student', 'student', 'student', 'tbd'] as const),
]

const courseCode = (name: string, number: number): string =>
  `${initials(name)}-${String(number).padStart(3, '0')}`

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word[0])
    .join('')
    .toUpperCase()

/** Gives the texts of a course the id of the course, and replaces its name in them. */
function numberedContents({ row, original }: d.NumberingContext) {
  const { name, course_tab_contents: texts } = original as CourseRow
  return texts.map((text) => ({
    ...text,
    id: row['id'],
    content: text.content?.replace(name, () => row['name']) ?? null,
  }))
}
