/** The world, seed and start that were generated when the package was built. */
export const defaultWorld = {
  world: 'training-company',
  seed: 1,
  start: '2026-01-05T09:00:00.000Z',
} as const
