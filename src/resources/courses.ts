import {
  amounts,
  assumed,
  boolean,
  created,
  deprecated,
  identity,
  integer,
  lifecycle,
  listOf,
  oneOf,
  operation,
  presence,
  record,
  ref,
  refs,
  resource,
  stamps,
  string,
  decimal,
  type Tx,
} from '../define/define.ts'
import { courseNamed, fieldOf } from './demo/catalog-names.ts'
import { custom, customBody, customLinks, customLinksBody } from './shared/custom-properties.ts'
import { demoProperties } from './demo/custom-property-values.ts'
import { demoLabels } from './demo/labels.ts'
import { notNegative } from './shared/number-limits.ts'
import { amountOrNull, costScheme, costSchemes, pricedNew, pricedPatch } from './shared/money.ts'
import { conditionsDefault } from './shared/productables.ts'
import { avatarUrl, siteUrl } from './shared/tenant-urls.ts'
import { historyOf, slugWithId } from './shared/slugs.ts'
import { storedContents, TabContent, tabContentsBody, tabContentsPatch } from './shared/course-tab-contents.ts'
import type { Rows } from '../generated/rows.ts'

type CourseRow = Rows['courses']

const slugFollows = assumed('course.slug', "a course's slug follows its name; old ones are kept", {
  because: 'the record has a history of slugs, and no body sets the slug',
  instead: 'the slug stays as it was when the course was made',
})
const priceFrom = assumed(
  'course.starting_price',
  'the starting price is the lowest cost of the planned courses that can be booked, or else the cost',
  { because: 'the name says so; the document gives no rule' },
)

/** A course as it stands in the catalog: what is planned, again and again. */
export const Course = {
  ...identity,
  position: integer().initially((tx) => tx.count('courses') + 1),
  slug: string()
    .unique()
    .initially((_, row: CourseRow) => slugWithId(row.name, row.id)),
  slug_history: listOf(string()),
  avatar: string().initially('course.png'),
  avatar_url: string().initially((_, row: CourseRow) => avatarUrl('courses', row.id)),
  avatar_thumb_url: string().initially((_, row: CourseRow) => avatarUrl('courses/thumb', row.id)),
  website_url: string().nullable(),
  certificate_template_id: integer().nullable(),
  category_id: ref('categories'),
  department_id: ref('departments').nullable().flagged('Departments'),
  name: string(),
  code: string(),
  duration: string().nullable(),
  level: string().nullable(),
  meta_title: string().nullable().deprecated(),
  meta_description: string().nullable().deprecated(),
  result: string().nullable(),
  label_ids: refs('labels'),
  cost: decimal().nullable(),
  cost_scheme: costScheme().initially('student'),
  include_in_academic_transcript: boolean().initially(true),
  is_published: boolean().initially(false),
  custom: custom('catalog_products'),
  ...stamps,
  starting_price: decimal()
    .nullable()
    .computed((tx, row: CourseRow) => startingPrice(tx, row)),
  signup_url: string().computed((tx, { slug }: CourseRow) => siteUrl(tx, `/signup/${slug}`)),
  conditions_or_default: string()
    .nullable()
    .computed((_, { conditions }: CourseRow) => conditions ?? conditionsDefault),
  conditions: string().nullable().hidden(),
  course_tab_contents: listOf(TabContent).hidden(),
  custom_links: customLinks(),
}

function startingPrice(tx: Tx, { id, cost }: CourseRow): string | null {
  const costs = tx
    .where('planned_courses', { course_id: id })
    .filter(({ status, is_published }) => status === 'planned' && is_published)
    .flatMap((planned) => (planned.cost === null ? [] : [Number(planned.cost)]))
  return costs.length > 0 ? amountOrNull(Math.min(...costs)) : cost
}

const legacy = {
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
  cost_scheme: costScheme(),
  cost: decimal().nullable().obeying(notNegative),
  is_published: boolean(),
  custom: customBody('catalog_products'),
  custom_associations: customLinksBody('catalog_products'),
  course_tab_contents_attributes: tabContentsPatch(),
  ...legacy,
}

const createBody = {
  ...body,
  category_id: body.category_id.required(),
  name: body.name.required(),
  code: body.code.required(),
  course_tab_contents_attributes: tabContentsBody(),
}

const reads = ['courses:read'] as const
const writes = ['courses:modify', 'courses:read'] as const

export default resource('courses', Course, { one: 'Course' }, ({ list, show }) => ({
  events: lifecycle('course'),
  companions: [
    {
      table: 'catalog_products',
      values: ({ id }) => ({ productable_type: 'Course', productable_id: id }),
    },
  ],

  operations: {
    get_courses: list({
      scopes: reads,
      filters: { published: presence('published', 'is_published'), id: deprecated(oneOf('id')) },
    }),
    get_course_by_id: show({ scopes: reads }),

    create_course: operation({
      method: 'POST',
      path: '/courses',
      scopes: writes,
      body: createBody,
      present: created('courses'),
      answer(tx, { body: sent }) {
        tx.uses(priceFrom)
        const { course_tab_contents_attributes: contents, ...rest } = sent
        return tx.insert('courses', {
          ...pricedNew(tx, createBody, rest),
          course_tab_contents: storedContents([], contents),
        })
      },
    }),

    update_course_by_id: operation({
      method: 'PUT',
      path: '/courses/{id}',
      scopes: writes,
      body,
      present: record('courses'),
      answer(tx, { id, body: { course_tab_contents_attributes: contents, ...sent } }) {
        const course = tx.get('courses', id)
        const values = pricedPatch(tx, body, sent, course)
        const renamed = sent.name !== undefined && sent.name !== course.name
        if (renamed && tx.takes(slugFollows)) {
          const slug = slugWithId(sent.name as string, id)
          values.slug = slug
          values.slug_history = historyOf(course, slug)
        }
        const course_tab_contents = storedContents(course.course_tab_contents, contents)
        return tx.update('courses', id, { ...values, course_tab_contents })
      },
    }),
  },

  recipe: {
    amounts: amounts(3, 40, 2_000),
    after: ['custom_field_options', 'custom_records'],
    fields: {
      name: ({ number }) => courseNamed(number).name,
      category_id: ({ number, pick }) =>
        pick('categories', ({ name }) => name.startsWith(fieldOf(number))) ?? pick('categories'),
      code: ({ row, number }) => `${initials(row['name'])}-${String(number).padStart(3, '0')}`,
      duration: ({ chance }) => daysInWords(chance.integer(1, 10)),
      level: ({ number }) => courseNamed(number).level,
      cost_scheme: ({ chance }) =>
        chance.next() < 0.7 ? 'student' : chance.pick(costSchemes.slice(1)),
      cost: ({ row, chance }) =>
        row['cost_scheme'] === 'free' || row['cost_scheme'] === 'tbd'
          ? null
          : amountOrNull(chance.integer(4, 60) * 50),
      is_published: ({ parent, chance }) =>
        parent('category_id')['is_published'] && chance.next() < 0.95,
      // Whatever is planned of a course came later.
      created_at: ({ chance, moment }) => moment(-chance.integer(500, 990), chance.integer(8, 18)),
      department_id: ({ chance, pick }) => (chance.next() < 0.5 ? pick('departments') : null),
      website_url: () => null,
      label_ids: ({ chance, tx }) => demoLabels(tx, 'Catalog::Product', chance),
      custom: demoProperties('catalog_products'),
      course_tab_contents: ({ row, number }) => [
        { id: number, course_tab_id: 1, content: `<p>${row['name']} in full.</p>` },
      ],
    },
  },
}))

const daysInWords = (count: number): string => (count === 1 ? '1 day' : `${count} days`)

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word[0])
    .join('')
    .toUpperCase()
