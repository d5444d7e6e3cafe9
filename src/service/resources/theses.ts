import * as d from '../../engine/define/define.ts'
import { assetsUrl } from '../fields/tenant-urls.ts'
import { demoFirstName, demoFullSurname } from '../demo/person-names.ts'
import { renumbered } from '../demo/repeated-fields.ts'
import { fullName, type PersonName } from '../fields/person-names.ts'

const ThesisShape = {
  ...d.identity,
  title: d.string().nullable(),
  subtitle: d.string().nullable(),
  keywords: d.listOf(d.string()),
  abstract: d.string().nullable(),
  authors: d.listOf(d.string()),
  date: d.date().nullable(),
  supervisors: d.listOf(d.string()),
  confidentiality: d.choice(['no', 'yes', 'on_request']).nullable(),
  locale: d.choice(['english', 'dutch']).nullable(),
  file_url: d.uri().nullable(),
}

const topics = ['Feedback', 'Night shifts', 'Remote teams', 'Open data', 'Patient safety', 'Reuse']
const angles = ['A field study', 'Lessons from practice', 'A critical review', 'Towards a method']

export default d.resource('theses', ThesisShape, { singular: 'Thesis' }, ({ list }) => ({
  description: 'A thesis of a student.',

  operations: {
    get_theses: list({ scopes: ['enrollments:read'], flag: 'Programs', beta: true }),
  },
  recipe: {
    rowCounts: d.rowCounts(1, 28, 500),
    repeated: {
      authors: (context) => repeatedPersons(context, 'authors', 7),
      supervisors: (context) => repeatedPersons(context, 'supervisors', 13),
    },
    numbered: { file_url: renumbered('file_url') },
    fields: {
      title: ({ random }) => {
        const first = random.integer(0, topics.length - 1)
        const second = (first + random.integer(1, topics.length - 1)) % topics.length
        return `${topics[first]} and ${topics[second]?.toLowerCase()}`
      },
      subtitle: ({ random }) => random.pick([null, ...angles]),
      keywords: ({ row }) => [...String(row['title']).toLowerCase().split(' and '), 'education'],
      abstract: ({ row }) => `This thesis looks at ${String(row['title']).toLowerCase()}.`,
      authors: ({ random }) => demoPersons(random),
      supervisors: ({ random }) => demoPersons(random),
      date: ({ random, day }) => day(-random.integer(10, 600)),
      confidentiality: ({ random }) => random.pick(['no', 'no', 'no', 'yes', 'on_request']),
      locale: ({ random }) => random.pick(['english', 'dutch']),
      file_url: ({ number }) => `${assetsUrl}/theses/${number}.pdf`,
    },
  },
}))

const demoPersons = (random: d.RandomStream): string[] => [
  `${demoFirstName(random)} ${demoFullSurname(random)}`,
]

/** Returns the persons of a thesis: other users in each block. */
const repeatedPersons = (
  { block, original, another }: d.RepeatContext,
  field: string,
  stride: number,
) => (block === 0 ? original[field] : [fullName(another('users', stride) as PersonName)])
