import { amounts, choice, date, identity, listOf, resource, string, uri } from '../define/define.ts'
import { assetsUrl } from './shared/tenant-urls.ts'

/** What a student wrote at the end of a program. */
export const Thesis = {
  ...identity,
  title: string().nullable(),
  subtitle: string().nullable(),
  keywords: listOf(string()),
  abstract: string().nullable(),
  authors: listOf(string()),
  date: date().nullable(),
  supervisors: listOf(string()),
  confidentiality: choice(['no', 'yes', 'on_request']).nullable(),
  locale: choice(['english', 'dutch']).nullable(),
  file_url: uri().nullable(),
}

const topics = ['Feedback', 'Night shifts', 'Remote teams', 'Open data', 'Patient safety', 'Reuse']
const angles = ['A field study', 'Lessons from practice', 'A critical review', 'Towards a method']

export default resource('theses', Thesis, { one: 'Thesis' }, ({ list }) => ({
  operations: {
    get_theses: list({ scopes: ['enrollments:read'], flag: 'Programs', beta: true }),
  },
  recipe: {
    amounts: amounts(1, 28, 500),
    fields: {
      title: ({ chance }) => {
        const first = chance.integer(0, topics.length - 1)
        const second = (first + chance.integer(1, topics.length - 1)) % topics.length
        return `${topics[first]} and ${topics[second]?.toLowerCase()}`
      },
      subtitle: ({ chance }) => chance.pick([null, ...angles]),
      keywords: ({ row }) => [...String(row['title']).toLowerCase().split(' and '), 'education'],
      abstract: ({ row }) => `This thesis looks at ${String(row['title']).toLowerCase()}.`,
      authors: ({ faker }) => [`${faker.person.firstName()} ${faker.person.lastName()}`],
      supervisors: ({ faker }) => [`${faker.person.firstName()} ${faker.person.lastName()}`],
      date: ({ chance, day }) => day(-chance.integer(10, 600)),
      confidentiality: ({ chance }) => chance.pick(['no', 'no', 'no', 'yes', 'on_request']),
      locale: ({ chance }) => chance.pick(['english', 'dutch']),
      file_url: ({ number }) => `${assetsUrl}/theses/${number}.pdf`,
    },
  },
}))
