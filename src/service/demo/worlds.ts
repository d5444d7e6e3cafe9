/** The named worlds. `size` selects the numbers of records of each recipe, and `amounts` replaces some of them. */

export const worlds = {
  empty: { name: 'empty', about: 'The tenant and its administrator only.', size: 'none' },
  'small-school': {
    name: 'small-school',
    about: 'A few records: 8 users, 3 courses, 4 planned courses, 6 enrollments.',
    size: 'small',
  },
  demo: {
    name: 'demo',
    about: 'A catalog to show: 20 courses with descriptions, 60 planned courses, 40 users.',
    size: 'small',
    locale: 'en',
    // These numbers make one page of each list, and a place in most planned courses.
    amounts: {
      users: 40,
      accounts: 12,
      categories: 8,
      courses: 20,
      course_locations: 4,
      course_variants: 3,
      meeting_locations: 12,
      planned_courses: 60,
      meetings: 130,
      teachers: 8,
      teacher_roles: 3,
      teacher_enrollments: 60,
      orders: 40,
      order_items: 60,
      enrollments: 120,
      invoices: 30,
      invoice_items: 30,
      payments: 20,
      discount_codes: 4,
      labels: 12,
      custom_fields: 9,
      custom_field_options: 36,
      comments: 12,
      tasks: 8,
    },
  },
  'training-company': {
    name: 'training-company',
    about: 'A year of data: 300 users, 40 courses, 120 planned courses, about 900 enrollments.',
    size: 'medium',
  },
  'large-university': {
    name: 'large-university',
    about: '50 faculties: 100,000 users and 300,000 enrollments, generated when they are read.',
    size: 'large',
    blocks: 50,
  },
} as const

/** The name of a shipped world. @useDeclaredType */
export type WorldName = keyof typeof worlds
