/** The named worlds. */

export const worlds = {
  empty: {
    name: 'empty',
    about: 'The tenant and its administrator only.',
    size: 'none',
  },
  'small-school': {
    name: 'small-school',
    about: 'A few records: 8 users, 3 courses, 4 planned courses, 6 enrollments.',
    size: 'small',
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

/** The world, seed and start that were generated when the package was built. */
export const shippedWorld = {
  world: 'training-company',
  seed: 1,
  start: '2026-01-05T09:00:00.000Z',
} as const
