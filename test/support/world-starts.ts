/** Starts of the shipped world: workdays, weekends, a leap day, holidays and days beside them, times around midnight. */
export const worldStarts = [
  '2024-02-29T12:00:00.000Z',
  '2024-12-26T09:00:00.000Z',
  '2025-04-22T23:30:00.000Z',
  '2026-01-06T09:00:00.000Z',
  '2026-05-03T00:00:00.000Z',
  '2027-08-16T06:15:00.000Z',
  '2028-04-14T22:00:00.000Z',
  '2029-12-31T23:59:59.000Z',
] as const
