/** Names of demo categories and courses, by subject area. */
import type { SubjectArea } from '../pictures/motifs.ts'
import { cycleName, numberedName } from './demo-names.ts'

/** Subject areas with the subjects of their courses. */
const subjectsByArea: Readonly<Record<string, readonly string[]>> = {
  Leadership: [
    'Project Management',
    'Coaching',
    'Negotiation',
    'Change Management',
    'Conflict Resolution',
    'Public Speaking',
  ],
  Technology: [
    'Data Analysis',
    'Web Development',
    'Cybersecurity',
    'Cloud Computing',
    'Software Testing',
    'Machine Learning',
  ],
  Safety: [
    'First Aid',
    'Fire Safety',
    'Risk Assessment',
    'Emergency Response',
    'Working at Height',
    'Machine Safety',
  ],
  Health: [
    'Wound Care',
    'Medication Safety',
    'Infection Prevention',
    'Mental Health',
    'Nutrition',
    'Palliative Care',
  ],
  Languages: [
    'Business English',
    'Business Dutch',
    'Academic Writing',
    'Spanish Conversation',
    'Technical German',
    'French Correspondence',
  ],
  Law: [
    'Contract Law',
    'Employment Law',
    'Privacy Law',
    'Tax Law',
    'Public Procurement',
    'Corporate Governance',
  ],
  Finance: [
    'Accounting',
    'Financial Planning',
    'Auditing',
    'Payroll',
    'Cost Control',
    'Financial Reporting',
  ],
  Teaching: [
    'Classroom Management',
    'Course Design',
    'Online Teaching',
    'Assessment',
    'Mentoring',
    'Inclusive Education',
  ],
}
const areas = Object.keys(subjectsByArea)

/** Prefixes of course names, with their level. */
const levels = [
  ['Introduction to', 'Basic'],
  ['Practical', 'Intermediate'],
  ['Advanced', 'Advanced'],
  ['Foundations of', 'Basic'],
  ['Refresher in', null],
  ['Mastering', 'Advanced'],
  ['Essentials of', 'Basic'],
] as const

/** Numbers that differ by a multiple of this count have the same subject area. */
export const courseNameCycle = areas.length

/** Suffixes of subcategories: their audience or form. None names a level, so that courses of all levels fit. */
const categorySuffixes = [
  'in the Evening',
  'in Company',
  'for Managers',
  'in Practice',
  'Online',
  'for Teams',
  'at Weekends',
  'on Location',
]

/** Returns the area of a category by its name; undefined for another category. */
export const subjectAreaOf = (category: string): SubjectArea | undefined =>
  areas.find((area) => `${category} `.startsWith(`${area} `))?.toLowerCase() as
    SubjectArea | undefined

export const subjectAreaFor = (number: number): string =>
  areas[(number - 1) % areas.length] as string

/** Returns the number of the parent category. The first category of each area has no parent. */
export const parentCategoryNumber = (number: number): number | null =>
  number > areas.length ? ((number - 1) % areas.length) + 1 : null

export function categoryName(number: number): string {
  const round = Math.floor((number - 1) / areas.length)
  return round === 0
    ? subjectAreaFor(number)
    : `${subjectAreaFor(number)} ${cycleName(round, categorySuffixes)}`
}

/** Returns the name and level of a course. A name repeats only after all names have been used. */
export function demoCourseNameAndLevel(number: number) {
  const areaSubjects = subjectsByArea[subjectAreaFor(number)] as readonly string[]
  const index = Math.floor((number - 1) / areas.length)
  // Note: consecutive courses differ in area and in level.
  const [prefix, level] = levels[(index + number) % levels.length] as (typeof levels)[number]
  const round = Math.floor(index / (levels.length * areaSubjects.length))
  const name = `${prefix} ${areaSubjects[index % areaSubjects.length] as string}`
  return { name: numberedName(name, round), level }
}
