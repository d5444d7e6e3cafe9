/** Creates the result of a capacity measurement. */
import type { Capacity, CapacityData } from './capacity.ts'
import { drawCapacity } from './capacity-chart.ts'
import { formatCapacity, formatWindow, summarize } from './capacity-text.ts'

/** Adds the texts and the chart to the data of a capacity. */
export const createCapacity = (data: CapacityData): Capacity => ({
  ...data,
  window: formatWindow(data.windowMs),
  summary: summarize(data),
  text: formatCapacity(data),
  toJSON: () => data,
  toSvg: () => drawCapacity(data),
})
