import * as d from '../../engine/define/define.ts'
import { textsIn } from '../demo/demo-texts.ts'
import { Address, countries } from '../fields/address.ts'
import { localeField } from '../fields/locale.ts'
import { currencies } from '../fields/money.ts'
import { allowsOthers, namesTimeZone } from '../behaviours/shared.ts'

const EducatorShape = {
  ...d.identity,
  slug: d.string(),
  standard_planning_text: d.string().nullable(),
  default_invoice_vat_multiplier: d.string().nullable(),
  phone: d.string().nullable(),
  website_url: d.string().nullable(),
  signup_default_account_type: d.choice(['personal', 'business']),
  signup_contact_info: d.string().nullable(),
  currency: d.choice(currencies),
  country: d.choice(countries),
  email: d.email().nullable(),
  time_zone: d.timeZone(),
  name: d.string(),
  locale: localeField(),
  terms_url: d.string(),
  invoice_address: Address,
  tenant_id: d.uuid().hidden(),
}

const currentEducatorId = 1

export default d.resource('educators', EducatorShape, { singular: 'Educator' }, () => ({
  description: 'The tenant: the organization that offers the courses. The API shows one educator.',

  events: d.lifecycleEvents('educator'),
  operations: {
    get_current_educator: d.operation({
      method: 'GET',
      path: '/educators/current',
      scopes: [],
      presenter: d.record('educators'),
      handle(tx) {
        tx.logBehaviour(namesTimeZone)
        return tx.get('educators', currentEducatorId)
      },
    }),
  },
  remove(tx, id) {
    tx.logBehaviour(allowsOthers)
    if (id === currentEducatorId)
      throw d.unprocessable({ base: ['is the educator that all belongs to'] })
    tx.remove('educators', id)
  },

  recipe: {
    rowCounts: { small: 1, medium: 1, large: 1 },
    isShared: true,
    emptyWorldCount: 1,
    fields: {
      slug: () => 'harbor-academy',
      standard_planning_text: ({ locale }) => textsIn(locale).tenant.planningText,
      default_invoice_vat_multiplier: () => '1.21',
      phone: ({ locale }) => textsIn(locale).places.tenant.phone,
      website_url: () => 'https://harbor-academy.service.test',
      signup_default_account_type: () => 'personal',
      signup_contact_info: ({ locale }) => textsIn(locale).tenant.contactInfo,
      currency: () => 'EUR',
      country: ({ locale }) => textsIn(locale).places.country,
      email: () => 'hello@harbor-academy.test',
      time_zone: () => 'Europe/Amsterdam',
      name: ({ locale }) => textsIn(locale).tenant.name,
      locale: ({ locale = 'en' }) => locale,
      terms_url: () => 'https://harbor-academy.service.test/terms',
      invoice_address: ({ locale }) => {
        const { tenant, places } = textsIn(locale)
        const { address, postal_code, city } = places.tenant
        return {
          addressee: tenant.name,
          address,
          address_line2: null,
          postal_code,
          city,
          country: places.country,
          state_province: null,
        }
      },
      tenant_id: ({ random }) => random.uuid(),
    },
  },
}))
