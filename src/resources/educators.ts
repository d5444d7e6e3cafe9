import {
  assumed,
  choice,
  email,
  identity,
  lifecycleEvents,
  operation,
  record,
  resource,
  string,
  timeZone,
  unprocessable,
  uuid,
} from '../define/define.ts'
import { Address, countries } from './shared/address.ts'
import { localeField } from './shared/locale.ts'
import { currencies } from './shared/money.ts'

const allowsOthers = assumed(
  'educator.multiple',
  'an administrator can add educators; the API shows the first one, which cannot be deleted',
  {
    reason:
      'events exist for creating and deleting an educator, but the API shows one educator only',
  },
)

const namesTimeZone = assumed(
  'educator.time_zone',
  'the time zone of the educator is an IANA name or the city of one, stored as given; another value is refused',
  {
    reason: 'the document only says that it is a text; transitions by date need a known time zone',
  },
)

/** The tenant: the organization that offers the courses. The API shows one educator. */
export const EducatorShape = {
  ...identity,
  slug: string(),
  standard_planning_text: string().nullable(),
  default_invoice_vat_multiplier: string().nullable(),
  phone: string().nullable(),
  website_url: string().nullable(),
  signup_default_account_type: choice(['personal', 'business']),
  signup_contact_info: string().nullable(),
  currency: choice(currencies),
  country: choice(countries),
  email: email().nullable(),
  time_zone: timeZone(),
  name: string(),
  locale: localeField(),
  terms_url: string(),
  invoice_address: Address,
  tenant_id: uuid().hidden(),
}

const currentEducatorId = 1

export default resource('educators', EducatorShape, { singular: 'Educator' }, () => ({
  events: lifecycleEvents('educator'),
  operations: {
    get_current_educator: operation({
      method: 'GET',
      path: '/educators/current',
      scopes: [],
      presenter: record('educators'),
      handle(tx) {
        tx.logBehaviour(namesTimeZone)
        return tx.get('educators', currentEducatorId)
      },
    }),
  },
  remove(tx, id) {
    tx.logBehaviour(allowsOthers)
    if (id === currentEducatorId)
      throw unprocessable({ base: ['is the educator that all belongs to'] })
    tx.remove('educators', id)
  },

  recipe: {
    rowCounts: { small: 1, medium: 1, large: 1 },
    isShared: true,
    emptyWorldCount: 1,
    fields: {
      slug: () => 'harbor-academy',
      standard_planning_text: () => 'You will receive the exact schedule two weeks ahead.',
      default_invoice_vat_multiplier: () => '1.21',
      phone: () => '+31201234567',
      website_url: () => 'https://harbor-academy.service.test',
      signup_default_account_type: () => 'personal',
      signup_contact_info: () => 'Call us on weekdays between 9:00 and 17:00.',
      currency: () => 'EUR',
      country: () => 'NL',
      email: () => 'hello@harbor-academy.test',
      time_zone: () => 'Europe/Amsterdam',
      name: () => 'Harbor Academy',
      locale: () => 'en',
      terms_url: () => 'https://harbor-academy.service.test/terms',
      invoice_address: () => ({
        addressee: 'Harbor Academy',
        address: 'Kade 12',
        address_line2: null,
        postal_code: '1011 AB',
        city: 'Amsterdam',
        country: 'NL',
        state_province: null,
      }),
      tenant_id: ({ random }) => random.uuid(),
    },
  },
}))
