/** Creates the result of a capacity measurement. */
import type { Capacity, CapacityData } from './capacity.ts'
import { chartDocument } from '../../report/chart/chart-svg.ts'
import { capacityChart } from '../report/reports.ts'
import { formatCapacity, formatWindow, summarize } from './capacity-text.ts'

/** Adds the texts and the chart to the data of a capacity. */
export const createCapacity = (data: CapacityData): Capacity => ({
  ...data,
  window: formatWindow(data.windowMs),
  summary: summarize(data),
  text: formatCapacity(data),
  toJSON: () => data,
  toSvg: () => chartDocument(capacityChart(data)),
})
