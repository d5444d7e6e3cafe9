import {
  rowCounts,
  assumed,
  boolean,
  created,
  deprecatedFilter,
  identity,
  integer,
  lifecycleEvents,
  listOf,
  oneOf,
  operation,
  isTrue,
  record,
  ref,
  refs,
  resource,
  timestamps,
  string,
  decimal,
  toStoredValues,
  type Tx,
  type RepeatContext,
} from '../define/define.ts'
import { demoCourseNameAndLevel, subjectAreaFor, subjectAreaCount } from './demo/catalog-names.ts'
import {
  customPropertiesField,
  customPropertiesBody,
  customLinksField,
  customLinksBody,
} from './shared/custom-properties.ts'
import { demoCustomProperties } from './demo/custom-property-values.ts'
import { demoCostScheme, offerConflict } from './demo/offer-values.ts'
import { demoLabelIds } from './demo/labels.ts'
import { nonNegative } from './shared/number-limits.ts'
import { formatAmountOrNull, costSchemeField, costSchemes, assertCost } from './shared/money.ts'
import { conditionsOrDefault } from './shared/default-conditions.ts'
import { nextPosition } from './shared/sequence-numbers.ts'
import { avatarUrl, tenantUrl } from './shared/tenant-urls.ts'
import { isBookable } from './rules/catalog-offers.ts'
import { slugHistoryAfter, slugWithId } from './shared/slugs.ts'
import {
  mergeCourseTabContents,
  nextTabContentId,
  CourseTabContentShape,
  courseTabContentsCreateBody,
  courseTabContentsUpdateBody,
} from './shared/course-tab-contents.ts'
import type { Rows } from '../generated/rows.ts'
import {
  renumbered,
  repeatedNameNumber,
  repeatedPosition,
  repeatedSlug,
} from './demo/repeated-fields.ts'

type CourseRow = Rows['courses']

const slugFollowsName = assumed(
  'course.slug',
  "a course's slug follows its name, and former slugs are kept",
  {
    reason: 'the record has a slug history, and no request body sets the slug',
    alternatives: { alternative: 'the slug does not change after the creation of the course' },
  },
)
const startingPriceRule = assumed(
  'course.starting_price',
  'the starting price is the lowest cost of the bookable planned courses, or else the cost of the course',
  { reason: 'the name of the field suggests it; the document gives no rule' },
)

/** A course in the catalog, which can be planned many times. */
export const CourseShape = {
  ...identity,
  position: integer()
    .indexed()
    .defaultsTo((tx) => nextPosition(tx, 'courses')),
  slug: string()
    .unique()
    .defaultsTo((_, row: CourseRow) => slugWithId(row.name, row.id)),
  slug_history: listOf(string()),
  avatar: string().defaultsTo('course.png'),
  avatar_url: string().defaultsTo((_, row: CourseRow) => avatarUrl('courses', row.id)),
  avatar_thumb_url: string().defaultsTo((_, row: CourseRow) => avatarUrl('courses/thumb', row.id)),
  website_url: string().nullable(),
  certificate_template_id: integer().nullable(),
  category_id: ref('categories'),
  department_id: ref('departments').nullable().requiresFlag('Departments'),
  name: string(),
  code: string(),
  duration: string().nullable(),
  level: string().nullable(),
  meta_title: string().nullable().deprecated(),
  meta_description: string().nullable().deprecated(),
  result: string().nullable(),
  label_ids: refs('labels'),
  cost: decimal().nullable(),
  cost_scheme: costSchemeField().defaultsTo('student'),
  include_in_academic_transcript: boolean().defaultsTo(true),
  is_published: boolean().defaultsTo(false),
  custom: customPropertiesField('catalog_products'),
  ...timestamps,
  starting_price: decimal()
    .nullable()
    .computed((tx, row: CourseRow) => startingPrice(tx, row)),
  signup_url: string().computed((tx, { slug }: CourseRow) => tenantUrl(tx, `/signup/${slug}`)),
  conditions_or_default: string()
    .nullable()
    .computed((_, { conditions }: CourseRow) => conditionsOrDefault(conditions)),
  conditions: string().nullable().hidden(),
  course_tab_contents: listOf(CourseTabContentShape).hidden().indexed(),
  custom_links: customLinksField(),
}

function startingPrice(tx: Tx, { id, cost }: CourseRow): string | null {
  tx.logBehaviour(startingPriceRule)
  const costs = tx
    .where('planned_courses', { course_id: id })
    .filter((planned) => planned.is_published && isBookable(tx, planned))
    .flatMap((planned) => (planned.cost === null ? [] : [Number(planned.cost)]))
  return costs.length > 0 ? formatAmountOrNull(Math.min(...costs)) : cost
}

const deprecatedFields = {
  meta_title: string().nullable().deprecated(),
  meta_description: string().nullable().deprecated(),
  result: string().nullable().deprecated(),
  conditions: string().deprecated(),
  duration: string().nullable().deprecated(),
  level: string().nullable().deprecated(),
}

const body = {
  category_id: ref('categories'),
  name: string(),
  code: string(),
  cost_scheme: costSchemeField(),
  cost: decimal().nullable().limitedTo(nonNegative),
  is_published: boolean(),
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

export default resource('courses', CourseShape, { singular: 'Course' }, ({ list, show }) => ({
  events: lifecycleEvents('course'),
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
        published: isTrue('published', 'is_published'),
        id: deprecatedFilter(oneOf('id')),
      },
    }),
    get_course_by_id: show({ scopes: reads }),

    create_course: operation({
      method: 'POST',
      path: '/courses',
      scopes: writes,
      body: createBody,
      presenter: created('courses'),
      handle(tx, { body: sent }) {
        const { course_tab_contents_attributes: contents, ...rest } = sent
        assertCost(tx, rest)
        return tx.insert('courses', {
          ...toStoredValues(createBody, rest),
          course_tab_contents: mergeCourseTabContents(tx, [], contents),
        })
      },
    }),

    update_course_by_id: operation({
      method: 'PUT',
      path: '/courses/{id}',
      scopes: writes,
      body,
      presenter: record('courses'),
      handle(tx, { id, body: { course_tab_contents_attributes: contents, ...sent } }) {
        const course = tx.get('courses', id)
        const values: Partial<CourseRow> = toStoredValues(body, sent, course)
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
    rowCounts: rowCounts(3, 40, 2_000),
    repeated: {
      name: (context) => demoCourseNameAndLevel(repeatedCourseNumber(context)).name,
      level: (context) => demoCourseNameAndLevel(repeatedCourseNumber(context)).level,
      code: ({ row }) => courseCode(row['name'], row['id']),
      slug: repeatedSlug,
      position: repeatedPosition('courses'),
      avatar_url: renumbered('avatar_url'),
      avatar_thumb_url: renumbered('avatar_thumb_url'),
      course_tab_contents: ({ row }) => demoTabContents(row['name'], row['id']),
    },
    generatedAfter: ['custom_field_options', 'custom_records'],
    conflict: offerConflict,
    fields: {
      name: ({ number }) => demoCourseNameAndLevel(number).name,
      category_id: ({ number, pick }) =>
        pick('categories', ({ name }) => name.startsWith(subjectAreaFor(number))) ??
        pick('categories'),
      code: ({ row, number }) => courseCode(row['name'], number),
      duration: ({ random }) => formatDays(random.integer(1, 10)),
      level: ({ number }) => demoCourseNameAndLevel(number).level,
      cost_scheme: (context) =>
        demoCostScheme(
          context,
          context.random.next() < 0.7 ? 'student' : context.random.pick(costSchemes.slice(1)),
        ),
      cost: ({ row, random }) =>
        row['cost_scheme'] === 'free' || row['cost_scheme'] === 'tbd'
          ? null
          : formatAmountOrNull(random.integer(4, 60) * 50),
      is_published: ({ parent, random }) =>
        parent('category_id')['is_published'] && random.next() < 0.95,
      // A course is older than its planned courses.
      created_at: ({ random, timestamp }) =>
        timestamp(-random.integer(500, 990), random.integer(8, 18)),
      department_id: ({ random, pick }) => (random.next() < 0.5 ? pick('departments') : null),
      website_url: () => null,
      label_ids: ({ random, tx }) => demoLabelIds(tx, 'Catalog::Product', random),
      custom: demoCustomProperties('catalog_products'),
      course_tab_contents: ({ row, tx }) => demoTabContents(row['name'], nextTabContentId(tx)),
    },
  },
}))

const formatDays = (count: number): string => (count === 1 ? '1 day' : `${count} days`)

const repeatedCourseNumber = (context: RepeatContext): number =>
  repeatedNameNumber(context, 'courses', subjectAreaCount)

const demoTabContents = (name: string, id: number) => [
  { id, course_tab_id: 1, content: `<p>${name} in full.</p>` },
]

const courseCode = (name: string, number: number): string =>
  `${initials(name)}-${String(number).padStart(3, '0')}`

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word[0])
    .join('')
    .toUpperCase()
