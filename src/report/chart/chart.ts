/** A chart as data: bars, lines and points over one horizontal axis, in panels below each other. */

/** The horizontal axis. */
export interface ChartAxis {
  readonly from: number
  readonly to: number
  /** The kind of the values: a number, or a time in milliseconds since 1970. */
  readonly kind: 'number' | 'time'
  /** What the values are. */
  readonly label?: string
  /** Formats a value. Default: with separators, or the time of the day. */
  format?(value: number): string
}

/** Values at places of the axis. */
export interface ChartSeries {
  readonly name: string
  readonly kind: 'bars' | 'line' | 'points'
  /** The colour, from 0 to 4, or that of a limit. */
  readonly color: number
  /** Pairs of a place and a value. Bars of several series are stacked. */
  readonly values: readonly (readonly [at: number, value: number])[]
  /** Whether a line is dashed: it shows what was not measured. Default: false. */
  readonly isDashed?: boolean
  /** The width of a bar, in values of the axis. */
  readonly width?: number
}

/** A value that is not to be exceeded, as a dashed line. */
interface ChartLimit {
  readonly value: number
  readonly label: string
  /** The place where the values reach the limit: a mark on the axis. */
  readonly reachedAt?: { readonly at: number; readonly label: string }
}

/** A part of the axis with a colour. */
export interface ChartBand {
  readonly from: number
  readonly to: number
  readonly label: string
}

/** A text at a point. */
interface ChartNote {
  readonly at: number
  readonly value: number
  readonly text: string
}

/** Series with one vertical axis. */
export interface ChartPanel {
  readonly label: string
  readonly height: number
  readonly series: readonly ChartSeries[]
  readonly limit?: ChartLimit
  readonly notes?: readonly ChartNote[]
  /** Whether the values are times in milliseconds. Default: false. */
  readonly isTime?: boolean
  /** Formats a value of the vertical axis. Default: with separators. */
  format?(value: number): string
}

export interface Chart {
  /** The chart as a sentence. */
  readonly summary: string
  /** Lines above the chart. */
  readonly title?: readonly string[]
  readonly axis: ChartAxis
  readonly panels: readonly ChartPanel[]
  readonly bands?: readonly ChartBand[]
}
