/** Checks properties. The variable `PROPERTY_TIMES` multiplies the number of runs: `npm run test:properties` sets it. */
import {
  assert,
  type IAsyncProperty,
  type IAsyncPropertyWithHooks,
  type IProperty,
  type IPropertyWithHooks,
  type Parameters,
} from 'fast-check'

export const propertyTimes = Number(process.env['PROPERTY_TIMES'] ?? 1)

/** The number of runs that a property without `numRuns` has. */
const runsDefault = 100

const moreRuns = <T>({ numRuns = runsDefault, ...parameters }: Parameters<T>): Parameters<T> => ({
  ...parameters,
  numRuns: numRuns * propertyTimes,
})

/** Checks a property. @throws Error with the seed and the smallest counterexample */
export function assertProperty<T>(
  property: IAsyncProperty<T> | IAsyncPropertyWithHooks<T>,
  parameters?: Parameters<T>,
): Promise<void>
export function assertProperty<T>(
  property: IProperty<T> | IPropertyWithHooks<T>,
  parameters?: Parameters<T>,
): void
export function assertProperty<T>(
  property: IAsyncProperty<T> | IProperty<T>,
  parameters: Parameters<T> = {},
): unknown {
  return assert(property as IAsyncProperty<T>, moreRuns(parameters))
}
