/** Names, addresses and texts of seeded worlds are realistic. */
import { checkWorlds, duplicates } from '../../support/world-rows.ts'

const numbered = / \d+$/
const particle = /^(van|de|den|der|te|ten|ter)\b/

checkWorlds({
  'the words before a surname stand in middle_name, and once': (rows) =>
    [...rows.all('users'), ...rows.all('leads')].filter(
      ({ middle_name, last_name }) =>
        particle.test(last_name ?? '') || (middle_name !== null && !particle.test(middle_name)),
    ),
  'mail of a user is addressed to their name': (rows) =>
    rows.all('users').filter(({ first_name, middle_name, last_name, email }) => {
      const name = `${first_name}.${middle_name ? `${middle_name} ` : ''}${last_name}`
      return !email.startsWith(plain(name))
    }),
  'no two courses, shelves, departments, programs or associations have the same name': (rows) =>
    (['courses', 'categories', 'departments', 'programs', 'custom_associations'] as const).flatMap(
      (table) => duplicates(rows.all(table).map(({ name }) => name)),
    ),
  'no name of these ends in a number': (rows) =>
    (
      ['courses', 'categories', 'departments', 'programs', 'custom_associations', 'labels'] as const
    ).flatMap((table) => rows.all(table).filter(({ name }) => numbered.test(name))),
  'no label stands twice for one kind of record': (rows) =>
    duplicates(rows.all('labels').map(({ name, model_type }) => `${model_type} ${name}`)),
  'no slug has a number twice': (rows) =>
    [...rows.all('courses'), ...rows.all('categories'), ...rows.all('programs')].filter(
      ({ slug }) => /-(\d+)-\1$/.test(slug),
    ),
  'no choice of a custom field or question ends in a number': (rows) => [
    ...rows.all('custom_field_options').filter(({ value }) => numbered.test(value)),
    ...rows.all('signup_questions').filter(({ title }) => /\d\)?$/.test(title)),
  ],
  'a few webhooks have an address each that names an integration': (rows) => [
    ...rows.all('webhooks').filter(({ url, active }) => active || /\d/.test(url)),
    ...duplicates(rows.all('webhooks').map(({ url }) => url)),
    ...rows.all('webhooks').slice(6),
  ],
  'a past notification has an event that its webhook receives': (rows) =>
    rows
      .all('webhook_notifications')
      .filter(
        ({ webhook_id, event }) =>
          !(rows.get('webhooks', webhook_id).events as readonly string[]).includes(event),
      ),
  'a course stands on a shelf of its field, and says the level that its name promises': (rows) =>
    rows.all('courses').filter(({ name, level, category_id }) => {
      const shelf = rows.get('categories', category_id).name.split(' ')[0]
      const subjects = rows.all('courses').filter((other) => other.category_id === category_id)
      const isPromised = !name.startsWith('Advanced') || level === 'Advanced'
      return !isPromised || !shelf || subjects.length === 0
    }),
  'a course is published only on a shelf that is': (rows) =>
    rows
      .all('courses')
      .filter(({ is_published, category_id }) =>
        is_published ? !rows.get('categories', category_id).is_published : false,
      ),
  'post codes are Dutch ones': (rows) =>
    [
      ...rows.all('users'),
      ...rows.all('accounts'),
      ...rows.all('leads'),
      ...rows.all('course_locations'),
    ].filter(({ address }) => address && !/^[1-9]\d{3} [A-Z]{2}$/.test(address.postal_code)),
  'a town has the post code and the telephone of one place': (rows) => {
    const begins = new Map<string, string>()
    return rows.all('accounts').filter(({ address, phone }) => {
      if (!address || !phone) return false
      const begin = `${address.postal_code.slice(0, 2)} ${phone.slice(0, 5)}`
      const known = begins.get(address.city) ?? begin
      begins.set(address.city, known)
      return known !== begin
    })
  },
  'a location stands in the town that it is named after': (rows) =>
    rows.all('course_locations').filter(({ name, address }) => name !== `${address?.city} Campus`),
  'a personal account has the name, the mail and the slug of its owner': (rows) =>
    rows.all('accounts').filter(({ account_type, personal_user_id, name, email, slug }) => {
      if ((account_type === 'personal') !== (personal_user_id !== null)) return true
      if (personal_user_id === null) return false
      const { first_name, last_name, email: own } = rows.get('users', personal_user_id)
      const isNamed = name.startsWith(first_name) && name.endsWith(last_name)
      return !isNamed || email !== own || !slug.endsWith(`-${personal_user_id}-personal`)
    }),
  'there are accounts of people and of firms': (rows) => {
    const types = new Set(rows.all('accounts').map(({ account_type }) => account_type))
    return ['personal', 'business'].filter((type) => !types.has(type as 'personal'))
  },
  'a user has at most one personal account and one affiliation to each account': (rows) => [
    ...duplicates(rows.all('accounts').flatMap(({ personal_user_id: id }) => id ?? [])),
    ...duplicates(rows.all('affiliations').map((row) => `${row.account_id} ${row.user_id}`)),
  ],
  'the name of a firm begins with a capital': (rows) =>
    rows.all('accounts').filter(({ name }) => !/^\p{Lu}/u.test(name)),
  'a lead that was won has an account': (rows) =>
    rows.all('leads').filter(({ status, account_id }) => status === 'won' && account_id === null),
  'a thesis is about two things': (rows) =>
    rows
      .all('theses')
      .filter(({ title }) => duplicates((title ?? '').toLowerCase().split(' and ')).length),
})

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
