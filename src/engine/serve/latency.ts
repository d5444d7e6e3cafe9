/** The time that responses take. */

/** The time that each response takes on the emulator's clock, in milliseconds. */
export interface Latency {
  /** The time of a response to GET and HEAD. Default: 0. */
  readonly readMs: number
  /** The time of a response to every other method. Default: 0. */
  readonly writeMs: number
}

/** Returns the time that a response to a method takes, in milliseconds. */
export const latencyOf = ({ readMs, writeMs }: Latency, method: string): number =>
  method === 'GET' || method === 'HEAD' ? readMs : writeMs
