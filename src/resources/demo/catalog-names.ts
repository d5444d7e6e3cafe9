/** What the catalog of a demo world offers: fields, the shelves in them and the courses on these. */
import { inTurn, numbered } from './demo-names.ts'

/** Fields of learning, with the subjects of their courses. */
const subjects: Readonly<Record<string, readonly string[]>> = {
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
const fields = Object.keys(subjects)

/** Words around a subject, with the level that they promise. */
const levels = [
  ['Introduction to', 'Basic'],
  ['Practical', 'Intermediate'],
  ['Advanced', 'Advanced'],
  ['Foundations of', 'Basic'],
  ['Refresher in', null],
  ['Mastering', 'Advanced'],
  ['Essentials of', 'Basic'],
] as const

/** For whom, or how: what stands on the shelves within a field. */
const shelves = [
  'for Beginners',
  'for Professionals',
  'for Managers',
  'in Practice',
  'Online',
  'for Teams',
  'in Depth',
  'Refreshers',
]

export const fieldOf = (number: number): string => fields[(number - 1) % fields.length] as string

/** The number of the shelf that a shelf stands in; the first ones, one for each field, stand alone. */
export const outerShelf = (number: number): number | null =>
  number > fields.length ? ((number - 1) % fields.length) + 1 : null

export function shelfName(number: number): string {
  const round = Math.floor((number - 1) / fields.length)
  return round === 0 ? fieldOf(number) : `${fieldOf(number)} ${inTurn(round, shelves)}`
}

/** The name of a course and its level; no other course has this name until all have been used. */
export function courseNamed(number: number) {
  const ofField = subjects[fieldOf(number)] as readonly string[]
  const place = Math.floor((number - 1) / fields.length)
  // Note: neighbours are of other fields, and of other levels too.
  const [words, level] = levels[(place + number) % levels.length] as (typeof levels)[number]
  const round = Math.floor(place / (levels.length * ofField.length))
  const name = `${words} ${ofField[place % ofField.length] as string}`
  return { name: numbered(name, round), level }
}
