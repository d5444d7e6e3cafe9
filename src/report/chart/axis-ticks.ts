/** Places the ticks of an axis at round values. */

const ticksMax = 6
const [secondMs, minuteMs, hourMs, dayMs] = [1_000, 60_000, 3_600_000, 86_400_000]

/** Round steps of sizes: 1, 2, 5, 10, … */
export const sizeSteps: readonly number[] = powersOfTen(1)

/** Round steps of times in milliseconds: 1 s, 2 s, 5 s, …, 30 min, …, 12 h, 1 day, … */
export const timeSteps: readonly number[] = [
  ...powersOfTen(1).filter((ms) => ms < secondMs),
  ...[1, 2, 5, 10, 15, 30].map((amount) => amount * secondMs),
  ...[1, 2, 5, 10, 15, 30].map((amount) => amount * minuteMs),
  ...[1, 2, 3, 6, 12].map((amount) => amount * hourMs),
  ...powersOfTen(dayMs),
]

function powersOfTen(unit: number): number[] {
  return Array.from({ length: 12 }, (_, power) => 10 ** power).flatMap((power) =>
    [1, 2, 5].map((factor) => factor * power * unit),
  )
}

/** Returns the multiples of the smallest step that gives at most six of them up to `end`. */
export function axisTicks(end: number, steps: readonly number[]): number[] {
  const step = steps.find((each) => end / each < ticksMax + 1) ?? end
  return Array.from({ length: Math.floor(end / step) }, (_, i) => (i + 1) * step)
}
